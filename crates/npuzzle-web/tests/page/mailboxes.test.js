// Checks of the letters that workers send each other. A browser runs them: `run` throws at the first that fails.

/**
 * @param {any} assert
 * @param {(name: string) => Promise<any>} importModule imports `/js/NAME`
 */
export async function run(assert, importModule) {
  const { Mailboxes } = await importModule("mailboxes.js");
  // Here nothing is isolated, and one thread plays all parts: memory that is not shared will do.
  const size = 3;
  const shared = new ArrayBuffer(4 * (size + 2 * size * size) + 2 ** 16 * size * size);
  const [a, b, c] = [0, 1, 2].map((rank) => new Mailboxes(shared, size, rank));
  const letter = (...bytes) => new Uint8Array(bytes);
  const received = (mailboxes, from = -1) => [...(mailboxes.receive(from, 0) ?? [])];

  assert.deepEqual(received(a), [], "nothing has come");
  b.send(0, letter(1));
  c.send(0, letter(2));
  c.send(0, letter());
  assert.deepEqual(received(a, 2), [2, 2], "of one sender, in its order");
  assert.deepEqual(received(a), [1, 1], "of any");
  assert.deepEqual(received(a, 1), [], "of one that has sent no more");
  assert.deepEqual(received(a), [2], "an empty one");

  // A letter that is longer than a ring travels in parts, whatever comes from the other side.
  const long = Uint8Array.from({ length: 200_000 }, (_, place) => place % 251);
  a.send(1, long);
  a.send(1, letter(7, 7));
  b.send(0, letter(9));
  assert(a.unsent > 100_000, "there is no room for all of it");
  assert.deepEqual(received(b), [], "its end is missing");
  assert.deepEqual(received(a), [1, 9], "meanwhile a letter comes");
  let found = [];
  for (let turn = 0; turn < 10 && found.length === 0; turn += 1) {
    found = received(b);
    assert.deepEqual(received(a), [], "its sender only writes on");
  }
  assert.deepEqual(found, [0, ...long], "the whole letter");
  assert.deepEqual(received(b), [0, 7, 7], "and the one after it");
  assert.equal(a.unsent, 0, "all is sent");

  // Counts begin anew at 2^32, and a ring at its end: many letters of a length that fits neither.
  for (let turn = 0; turn < 500; turn += 1) {
    b.send(2, long.subarray(0, 1009 + turn));
    const [from, ...bytes] = received(c);
    assert(from === 1 && bytes.length === 1009 + turn && bytes.every((byte, place) => byte === place % 251), `letter ${turn}`);
  }
  a.close();
}
