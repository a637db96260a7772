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
  /** The ids of the first and last verse; 0 until one is chosen. */
  readonly verseId: number
  readonly endVerseId: number
  readonly version: string
  /** The page with its editor. */
  readonly path: string
}

/** Fetches the parser of the kind's drafts. The parser answers null if the value at the key is no draft. */
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
  /** The kinds are in ascending `order` in the navigation and in the reader's popup and panel. */
  readonly order: number
  /** The address of its list page, below /my-memos/. */
  readonly path: string
  /** The list page. */
  readonly page: () => Promise<{ readonly Component: ComponentType }>
  /** The address of an item's page. Absent if the kind's items have no pages: links lead to their passages. */
  readonly pathOf?: (id: string) => string
  /** Further pages of the kind. */
  readonly pages?: readonly RouteObject[]
  /** Reads the drafts of this device (study/draft-keys.ts). Absent if the kind has no long texts. */
  readonly drafts?: DraftReader
  /** Fetches the kind's writes. This registers them with api/pending-writes.ts, which can then send the stored ones. */
  readonly writes: () => Promise<unknown>
}
