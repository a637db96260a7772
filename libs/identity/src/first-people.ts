import { pauses } from '@pathlight/stores/pauses.ts'
import type { AccountFields } from './account-fields.ts'
import type { User } from './identity.ts'
import { nameKey } from './name-key.ts'

/** An account's name as it is stored, with its wrapped data key. */
export type Name = { readonly id: string; readonly username: string; readonly wrapped: Uint8Array | null }
type Person = Pick<User, 'id' | 'username'>

/** By the form in which names are unique. */
export const byName = (a: Pick<User, 'username'>, b: Pick<User, 'username'>): number => {
  const [one, other] = [nameKey(a.username), nameKey(b.username)]
  return one < other ? -1 : Number(one > other)
}

/**
 * See Administration.findPeople. Names are sealed, so every name is opened: 10,000 take 0.7 s of the processor (decision 35), and the
 * event loop is left to others meanwhile.
 * @param page those whose ids come after this one, by their ids; an empty one is the last
 */
export const firstPeople = async (
  fields: AccountFields,
  page: (after: string) => Promise<readonly Name[]>,
  { beginning, limit, exact }: { beginning: string; limit: number; exact: string | null },
): Promise<Person[]> => {
  const key = nameKey(beginning)
  if (key === '') return []
  const pause = pauses()
  const first: Person[] = []
  const others: Person[] = []
  for (let names = await page(''); names.length > 0; names = await page(names.at(-1)?.id ?? ''))
    for (const { id, username, wrapped } of names) {
      const name = fields.open(username, 'username', id, wrapped)
      if (id === exact) first.push({ id, username: name })
      else if (nameKey(name).startsWith(key)) others.push({ id, username: name })
      const paused = pause()
      if (paused) await paused
    }
  return [...first, ...others.sort(byName)].slice(0, limit)
}
