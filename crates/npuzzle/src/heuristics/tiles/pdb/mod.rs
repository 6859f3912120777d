//! Pattern databases: exact distances of a few tiles, added up.
