"""What notebooks and terminals show: pictures, cards with a step player, tables and plain text.

Everything here works on plain data, the engine's reports as dictionaries; the engine draws boards.
"""

from __future__ import annotations

from .audit import audit_html, audit_text
from .catalogue import catalogue_html, catalogue_text
from .comparison import comparison_html, comparison_text
from .estimate import estimate_html, estimate_text
from .explanation import explanation_html, explanation_text
from .problem import problem_result_html, problem_result_text
from .progress import progress_html, progress_text
from .result import result_html, result_text
from .space import space_html, space_text
from .trace import trace_html, trace_text

__all__ = [
    "audit_html",
    "audit_text",
    "catalogue_html",
    "catalogue_text",
    "comparison_html",
    "comparison_text",
    "estimate_html",
    "estimate_text",
    "explanation_html",
    "explanation_text",
    "problem_result_html",
    "problem_result_text",
    "progress_html",
    "progress_text",
    "result_html",
    "result_text",
    "space_html",
    "space_text",
    "trace_html",
    "trace_text",
]
