import { findBook } from '@pathlight/scripture/books.ts'
import { chapterCount } from '@pathlight/scripture/chapters.ts'
import type { Item } from '../api/pending-write.ts'
import { hasReached } from '../api/position.ts'
import { readSeen } from '../api/read-seen.ts'
import { readServed, type Served } from '../api/request.ts'
import { keepBeneath } from '../device/seen-answers.ts'
import { aloneAt, chapterAt, keptAlone, keptList, listAt, NOTHING_ON, STUDY, type StudyKept } from './kept-study.ts'
import type { OfflineKind } from './offline-kind.ts'

/** How much has come so far; `bytes` as JSON. */
export type StudyProgress = { readonly items: number; readonly pages: number; readonly bytes: number }

/** The device refuses to keep it, or the person is not signed in any more. */
export class NotKeptHere extends Error {
  readonly why: 'refused' | 'left'
  constructor(why: 'refused' | 'left') {
    super(why)
    this.name = 'NotKeptHere'
    this.why = why
  }
}

type Named = { readonly name: string; readonly kind: OfflineKind }
type Fetched = { readonly name: string; readonly kind: OfflineKind; readonly all: Served<readonly Item[]> }
type Answers = (readonly [path: string, answer: unknown])[]

const sizeOf = (value: unknown): number => new TextEncoder().encode(JSON.stringify(value)).length

/** What stands on each chapter, as an overlay of it has it; the answer for a chapter without anything, too. */
const overlaysOf = (fetched: readonly Fetched[]): Answers => {
  const onVerses = fetched.flatMap(({ kind: { onVerses }, all }) => (onVerses ? [{ onVerses, all }] : []))
  const lists = () => Object.fromEntries(onVerses.map(({ onVerses: { name } }) => [name, [] as unknown[]]))
  // The server may remember the answer for a kind that has not changed since: its position is old, the answer is not.
  const at = onVerses.reduce((latest, { all }) => (BigInt(all.at) > BigInt(latest) ? all.at : latest), '0')
  const chapters = new Map<string, Record<string, unknown>>()
  for (const { onVerses: kind, all } of onVerses)
    for (const item of all.value) {
      const { book = '', version = '' } = item as { book?: string; version?: string }
      const known = findBook(book)
      for (let chapter = 1; chapter <= (known ? chapterCount(known) : 0); chapter += 1) {
        if (!kind.isOn(item, { version, book, chapter })) continue
        const key = chapterAt(book, chapter)
        const there = chapters.get(key) ?? { book, chapter, ...lists() }
        ;(there[kind.name] as unknown[]).push(kind.shown(item))
        chapters.set(key, there)
      }
    }
  const served = (value: unknown) => ({ value, at, next: null })
  return [
    [NOTHING_ON, served({ book: '', chapter: 0, ...lists() })],
    ...[...chapters].map(([key, value]) => [key, served(value)] as const),
  ]
}

type Options = {
  /** Whose it is, by their id. */
  readonly person: string
  readonly kinds: readonly Named[]
  /**
   * The kinds, by name, that are fetched again; of the others what is kept stays. `upTo`: how far in the log it was told
   * what changed. Null: all of them.
   */
  readonly changed: { readonly names: ReadonlySet<string>; readonly upTo: string } | null
  readonly say: (progress: StudyProgress) => void
  /** Whether the person is still signed in: what is theirs is not kept after they have left. */
  readonly isStill: () => boolean
  readonly signal: AbortSignal
  /** ISO 8601. */
  readonly now: () => string
}

/**
 * Fetches all that a person has, and keeps it on this device in the place of what was kept before: all of it or nothing.
 * Throws ApiProblem, NotKeptHere, or what `signal` says.
 */
export const keepStudy = async ({ person, kinds, changed, say, isStill, signal, now }: Options): Promise<StudyKept> => {
  let progress: StudyProgress = { items: 0, pages: 0, bytes: 0 }
  const answers: Answers = []
  const fetched: Fetched[] = []
  for (const { name, kind } of kinds) {
    const known = changed && !changed.names.has(name) ? await keptList(person, name, () => true) : null
    if (known) {
      fetched.push({ name, kind, all: known })
      for (const item of kind.pathOf ? known.value : []) {
        const path = kind.pathOf?.(item) ?? ''
        answers.push([aloneAt(path), await keptAlone(person, path)])
      }
      continue
    }
    const items: Item[] = []
    let at = '0'
    for (let path: string | null = kind.path; path !== null; ) {
      const page: Served<readonly Item[]> = await readServed(path, signal)
      // What the first page does not have yet is told by live sync, and fetched again.
      if (items.length === 0) at = page.at
      for (const item of page.value) {
        items.push(kind.listed?.(item) ?? item)
        if (kind.pathOf) answers.push([aloneAt(kind.pathOf(item)), { value: item, at: page.at, next: null }])
      }
      progress = {
        items: progress.items + page.value.length,
        pages: progress.pages + 1,
        bytes: progress.bytes + sizeOf(page.value),
      }
      say(progress)
      path = page.next
    }
    fetched.push({ name, kind, all: { value: items, at, next: null } })
  }
  await readSeen(person, '/api/users/settings', signal)
  for (const { name, all } of fetched) answers.push([listAt(name), all])
  answers.push(...overlaysOf(fetched))
  const kept: StudyKept = {
    items: fetched.reduce((sum, { all }) => sum + all.value.length, 0),
    bytes: sizeOf(answers),
    at: now(),
    position:
      changed?.upTo ?? fetched.map(({ all }) => all.at).reduce((least, at) => (hasReached(at, least) ? least : at)),
  }
  signal.throwIfAborted()
  if (!isStill()) throw new NotKeptHere('left')
  await keepBeneath(person, STUDY, [[STUDY, kept], ...answers]).catch(() => {
    throw new NotKeptHere('refused')
  })
  return kept
}
