import { excerptAround } from '@pathlight/contracts/excerpt-rules.ts'
import { wordsToFind } from '@pathlight/contracts/find-rules.ts'
import type { FoundWriting } from '@pathlight/contracts/writing.ts'
import { type Asked, isAskedFor } from '@pathlight/contracts/writing-rules.ts'
import type { Served } from '../../api/request.ts'
import { itemsHere } from '../../study/items-here.ts'
import type { KeptKind } from '../../study/offline-kind.ts'

const timeOf = (text: string | null): number | null => (text === null ? null : Date.parse(text))

/**
 * A search over all that a person wrote, in what this device has of it: what they keep, or else have seen, and what waits to be
 * sent. It finds by the same rules as the server, and answers everything at once, newest first.
 * @param asked what the server would be asked by
 */
export const searchHere = async (
  person: string,
  kinds: readonly KeptKind[],
  asked: URLSearchParams,
): Promise<Served<readonly FoundWriting[]>> => {
  const looked: Asked = {
    words: wordsToFind(asked.get('query') ?? ''),
    book: asked.get('book'),
    color: asked.get('color'),
    begin: timeOf(asked.get('from')),
    end: timeOf(asked.get('to')),
  }
  const all = await Promise.all(
    kinds.map(async ({ name, kind }) => {
      const { items } = await itemsHere(person, name, kind)
      return items.flatMap((item) => {
        const { passage, title, text, color, changedAt, findable } = kind.searched(item)
        const facts = {
          ...{ color, changedAt: Date.parse(changedAt), book: passage.book },
          get text() {
            return findable()
          },
        }
        if (!isAskedFor(looked, facts)) return []
        const found = { kind: name, id: item.id, passage, title, color, at: changedAt }
        return [{ madeAt: item.created_at, found: { ...found, excerpt: excerptAround(text, looked.words) } }]
      })
    }),
  )
  const newestFirst = all.flat().toSorted((a, b) => b.madeAt.localeCompare(a.madeAt))
  return { value: newestFirst.map(({ found }) => found), at: '0', next: null }
}
