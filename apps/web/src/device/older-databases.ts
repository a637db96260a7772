import { type IDBPDatabase, openDB } from 'idb'
import type { Device, KeptItem, OlderDatabase } from './device-form.ts'
import { inOneTab } from './in-one-tab.ts'

// Older builds stored the server's answers and whole texts in databases of their own. This module copies those
// databases once. The older databases are deleted only when the service worker of this build is active. Until then,
// offline pages belong to the older build and read them.

/** Opens an older database. Returns null if there is none. */
const openOlder = async (name: OlderDatabase): Promise<IDBPDatabase | null> => {
  let isNew = false
  try {
    return await openDB(name, undefined, {
      upgrade: (_db, _before, _now, transaction) => {
        isNew = true
        transaction.done.catch(() => undefined)
        transaction.abort()
      },
      blocking: (_now, _wanted, event) => (event.target as IDBDatabase).close(),
    })
  } catch (error) {
    if (isNew) return null
    throw error
  }
}

type Entry = readonly [key: readonly [person: string, path: string], value: unknown]
type Served = { readonly value: unknown; readonly at: string }
type Listed = { readonly id: string }

const STUDY = 'study'

/**
 * The offline items of a person, which an older build stored as answers: the items of each kind, and the record about
 * them.
 */
const studyOf = (person: string, answers: ReadonlyMap<string, unknown>) => {
  const alone = new Map<string, unknown>()
  /** Each item as chapters show it, and its chapters. The key is the kind and the id. */
  const shown = new Map<string, { item: unknown; on: [string, string, number][] }>()
  const lists: [kind: string, list: readonly Listed[]][] = []
  let latest = '0'
  for (const [path, answer] of answers) {
    const [, what, name = '', chapter] = path.split('/')
    const { value, at } = answer as Served
    if (what === 'list') lists.push([name, value as readonly Listed[]])
    if (what === 'alone') alone.set(path.slice(path.lastIndexOf('/') + 1), value)
    if (what === 'nothing') latest = at
    if (what !== 'on') continue
    for (const [kind, items] of Object.entries(value as Record<string, unknown>))
      for (const item of Array.isArray(items) ? (items as Listed[]) : []) {
        const key = `${kind} ${item.id}`
        const known = shown.get(key) ?? { item, on: [] }
        known.on.push([person, name, Number(chapter)])
        shown.set(key, known)
      }
  }
  const items = lists.flatMap(([kind, list]) =>
    list.map((item, index): [key: [string, string, string], value: KeptItem] => {
      const there = shown.get(`${kind} ${item.id}`)
      const whole = alone.get(item.id)
      return [
        [person, kind, item.id],
        {
          ...{ item, order: list.length - index, on: there?.on ?? [] },
          ...(there && { shown: there.item }),
          ...(whole !== undefined && { whole }),
        },
      ]
    }),
  )
  const kinds = Object.fromEntries(
    lists.map(([kind, list]) => [kind, { items: list.length, bytes: JSON.stringify(list).length }]),
  )
  const kept = answers.get(STUDY) as object | undefined
  return { items, kept: kept && { ...kept, latest, kinds } }
}

/** Copies the server's answers and the offline items. Values that `db` already has are newer, and stay. */
const takeSeen = async (db: IDBPDatabase<Device>, old: IDBPDatabase): Promise<void> => {
  const reading = old.transaction('answers')
  const [keys, values] = await Promise.all([reading.store.getAllKeys(), reading.store.getAll()])
  const plain: Entry[] = []
  const studies = new Map<string, Map<string, unknown>>()
  for (const [index, key] of (keys as [string, string][]).entries()) {
    const [person, path] = key
    if (path !== STUDY && !path.startsWith(`${STUDY}/`)) plain.push([key, values[index]])
    else studies.set(person, (studies.get(person) ?? new Map()).set(path, values[index]))
  }
  const transaction = db.transaction(['answers', 'items', 'older'], 'readwrite')
  const [answers, items] = [transaction.objectStore('answers'), transaction.objectStore('items')]
  const here = new Set((await answers.getAllKeys()).map((key) => key.join('\n')))
  const isNew = ([[person, path]]: Entry) => !here.has(`${person}\n${path}`)
  const found = [...studies].map(([person, study]) => ({ person, ...studyOf(person, study) }))
  const said = found.map(({ person, kept }): Entry => [[person, STUDY], kept])
  // Copies everything or nothing. The values of a partial copy would count as newer the next time.
  await Promise.all([
    ...[...plain, ...said.filter(([, kept]) => kept)].filter(isNew).map(([key, value]) => answers.put(value, [...key])),
    ...found
      .filter(({ person }) => isNew([[person, STUDY], null]))
      .flatMap((study) => study.items.map(([key, item]) => items.put(item, key))),
    transaction.objectStore('older').delete('pathlight-seen'),
    transaction.done,
  ])
}

const TEXTS = ['kept', 'begun', 'parts', 'chapters', 'indexes'] as const

/**
 * Copies the texts, one store after the other. The store with complete texts comes last, so that an interrupted copy
 * leaves no text that only seems complete.
 */
const takeTexts = async (db: IDBPDatabase<Device>, old: IDBPDatabase): Promise<void> => {
  for (const store of TEXTS.toReversed()) {
    const reading = old.transaction(store)
    const [keys, values] = await Promise.all([reading.store.getAllKeys(), reading.store.getAll()])
    const { store: into, done } = db.transaction(store, 'readwrite')
    await Promise.all([...keys.map((key, index) => into.put(values[index], key as string)), done])
  }
  await db.delete('older', 'pathlight-texts')
}

/**
 * Copies an older build's database, unless it was copied before. After a failure, the next opening of this build's
 * database tries again.
 */
export const takeOver = async (db: IDBPDatabase<Device>, name: OlderDatabase): Promise<void> => {
  await inOneTab(name, async () => {
    if ((await db.get('older', name)) !== true) return
    const old = await openOlder(name)
    try {
      if (old === null) await db.delete('older', name)
      else await (name === 'pathlight-seen' ? takeSeen(db, old) : takeTexts(db, old))
    } finally {
      old?.close()
    }
  }).catch(() => undefined)
}
