import type { HistoryKind } from '@pathlight/contracts/kind-rules.ts'
import type { ComponentType } from 'react'
import type { RouteObject } from 'react-router-dom'
import type { Catalogue } from '../locales/catalogues.ts'
import type { ColumnToolProps, ShortcutsProps, StudyKind } from './study-kind.ts'

type Brief<Name extends Catalogue> = Name extends `${infer Kind}-brief` ? Kind : never
/** The names of the kinds: each has its brief words in kinds/<name>/words/<name>-brief.en.json and .ko.json. */
export type KindName = Brief<Catalogue>

/**
 * What the reader shows of a kind: on the verses, or in each column's header. It is in kinds/<name>/in-reader.ts, which
 * comes with the reader (app/chapter-route.tsx).
 */
export type InReader = {
  readonly onVerses?: StudyKind
  readonly columnTool?: ComponentType<ColumnToolProps>
  /** On top where a passage is chosen; lazy. */
  readonly shortcuts?: ComponentType<ShortcutsProps>
}

/** A draft that this device keeps, as lists show it. */
export type KeptWords = {
  /** Where it is kept. */
  readonly key: string
  /** Its title, or its first words. */
  readonly words: string
  /** The first and the last verse that it is on; 0 where none is chosen yet. */
  readonly verseId: number
  readonly endVerseId: number
  readonly version: string
  /** The page with its editor. */
  readonly path: string
}

/** Fetches the function that reads the draft at a key; null: it is not one. */
export type DraftReader = () => Promise<(userId: string, key: string, kept: unknown) => KeptWords | null>

/**
 * A kind of thing that people keep: a note, a highlight. The value `kind` in kinds/<name>/kind.ts says where everything
 * is that the app needs of the kind; app/kinds.ts finds these values by their files. Every page fetches this value. So
 * it holds no code of the kind, only functions that fetch it.
 */
export type Kind = {
  /**
   * The name of its folder, and of its list on the wire; also in query keys and class names. What is called
   * `<name>_count` among the counts that the server gives is how many the person has.
   */
  readonly name: KindName
  /** What the calls of histories and of live sync call it. */
  readonly history: HistoryKind
  /** An edit may take it to other verses. */
  readonly moves?: true
  /** Sorts the kinds in the navigation and in the reader's popup and panel, the least first. */
  readonly order: number
  /** The address of the page with all that a person has of it, below /my-memos/. */
  readonly path: string
  /** That page. */
  readonly page: () => Promise<{ readonly Component: ComponentType }>
  /** The page of one item, by its id; absent where an item's page is the passage on which it stands. */
  readonly pathOf?: (id: string) => string
  /** Pages of its own beside that one. */
  readonly pages?: readonly RouteObject[]
  /** Reads the drafts of this device (study/draft-keys.ts); absent where nothing is written at length. */
  readonly drafts?: DraftReader
  /** Fetches the kind's writes. This registers them with api/pending-writes.ts, which then sends what this device has kept. */
  readonly writes: () => Promise<unknown>
}
