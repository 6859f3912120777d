// @ts-check
// Why a question has no answer.

/** What went wrong, in the words of the server. `place` says where in which field. */
export class ApiProblem extends Error {
  /**
   * @param {{status: number, title: string, detail: string,
   *   place?: {field: string, line: number, column: number, length: number}}} problem
   */
  constructor({ status, title, detail, place }) {
    // Where it is wrong is shown by a mark below; the name of the file and the line are for the command line.
    super(detail.replace(/^ *--> .*\n(?: *\|\n)?/m, ""));
    this.name = "ApiProblem";
    this.status = status;
    this.title = title;
    this.detail = detail;
    this.place = place ?? null;
  }

  /** What is wrong and what to do, in a sentence or two, without the text that is wrong. */
  get summary() {
    const [first, ...lines] = this.message.split("\n");
    const help = lines.find((line) => line.startsWith("help: "))?.slice("help: ".length);
    return help ? `${first}. ${help[0].toUpperCase()}${help.slice(1)}` : first;
  }

  /** Whether the same question gets the same answer again; a server that is busy or away may have another later. */
  get isFinal() {
    return this.status === 400 || this.status === 413;
  }
}
