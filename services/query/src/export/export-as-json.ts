import { exportedItem } from '@pathlight/contracts/export.ts'
import { EXPORT_BEGINS, EXPORT_ENDS, EXPORT_ITEMS } from '@pathlight/contracts/export-rules.ts'
import type { Kind } from '../kind.ts'
import { changesOf, itemsOf, type Sources } from './own-items.ts'

/** The least length of a sent piece, in characters. Only the last piece may be shorter. */
const PIECE_LENGTH = 32_768

export async function* inPieces(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let piece = ''
  for await (const text of texts) {
    piece += text
    if (piece.length < PIECE_LENGTH) continue
    yield piece
    piece = ''
  }
  yield piece
}

/** The entries as lines of a JSON list. */
async function* lines(entries: AsyncIterable<object>): AsyncGenerator<string> {
  let isFirst = true
  for await (const entry of entries) {
    yield `${isFirst ? '\n' : ',\n'}${JSON.stringify(entry)}`
    isFirst = false
  }
  yield '\n'
}

/**
 * All data of a person as one JSON text, one entry a line (docs/export-format.md). The text has neither the time of the
 * export nor the server's address, so the same items make the same text.
 */
export async function* exportAsJson(
  kinds: readonly Kind[],
  userId: string,
  { history, ...sources }: Sources & { readonly history: boolean },
): AsyncGenerator<string> {
  const counts = new Map(kinds.map(({ item }) => [item.kind, 0]))
  async function* items() {
    for (const kind of kinds)
      for await (const item of itemsOf(kind, userId, sources)) {
        const name = kind.item.kind
        counts.set(name, (counts.get(name) ?? 0) + 1)
        yield { kind: name, item: exportedItem(name, item) }
      }
  }
  async function* nothing() {}
  yield EXPORT_BEGINS
  yield* lines(history ? changesOf(kinds, userId, sources) : nothing())
  yield EXPORT_ITEMS
  yield* lines(items())
  yield `${EXPORT_ENDS}${JSON.stringify(Object.fromEntries(counts))}}\n`
}
