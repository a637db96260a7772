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
  /** Shown at the top of the passage picker; lazy. */
  readonly shortcuts?: ComponentType<ShortcutsProps>
}

/** A draft on this device, for lists. */
export type KeptWords = {
  /** Its key on the device. */
  readonly key: string
  /** Its title, or its first words. */
  readonly words: string
  /** The first and last verse; 0 until one is chosen. */
  readonly verseId: number
  readonly endVerseId: number
  readonly version: string
  /** The page with its editor. */
  readonly path: string
}

/** Fetches the parser of the draft at a key; null: it is no draft. */
export type DraftReader = () => Promise<(userId: string, key: string, kept: unknown) => KeptWords | null>

/**
 * A kind of item: notes, highlights. The value `kind` in kinds/<name>/kind.ts names all code of the kind that the app needs;
 * app/kinds.ts finds these values by their files. Every page loads the value, so it contains no code of the kind, only functions
 * that fetch it.
 */
export type Kind = {
  /**
   * The name of its folder and of its list in calls; also in query keys and class names. The server's counts have the number of a
   * person's items as `<name>_count`.
   */
  readonly name: KindName
  /** Its name in histories and live sync. */
  readonly history: HistoryKind
  /** An edit may move it to other verses. */
  readonly moves?: true
  /** Its place in the navigation and in the reader's popup and panel, ascending. */
  readonly order: number
  /** The address of its list page, below /my-memos/. */
  readonly path: string
  /** The list page. */
  readonly page: () => Promise<{ readonly Component: ComponentType }>
  /** The page of one item, by its id; absent where an item's page is the passage on which it stands. */
  readonly pathOf?: (id: string) => string
  /** Further pages of the kind. */
  readonly pages?: readonly RouteObject[]
  /** Reads the drafts of this device (study/draft-keys.ts); absent: the kind has no long texts. */
  readonly drafts?: DraftReader
  /** Fetches the kind's writes, which registers them with api/pending-writes.ts, which then sends the stored ones. */
  readonly writes: () => Promise<unknown>
}
