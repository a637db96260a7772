import type { HistoryKind } from '@pathlight/contracts/kind-rules.ts'
import type { ComponentType } from 'react'
import type { RouteObject } from 'react-router-dom'
import type { Catalogue } from '../locales/catalogues.ts'
import type { ColumnToolProps, ShortcutsProps, StudyKind } from './study-kind.ts'

type Brief<Name extends Catalogue> = Name extends `${infer Kind}-brief` ? Kind : never
/** The names of the kinds. Each kind has its brief words in kinds/<name>/words/<name>-brief.en.json and .ko.json. */
export type KindName = Brief<Catalogue>

/**
 * The parts of a kind in the reader: on verses, in each column's header, or in the passage picker. The value is in
 * kinds/<name>/in-reader.ts, which loads with the reader (app/chapter-route.tsx).
 */
export type InReader = {
  readonly onVerses?: StudyKind
  readonly columnTool?: ComponentType<ColumnToolProps>
  /** A lazy component at the top of the passage picker. */
  readonly shortcuts?: ComponentType<ShortcutsProps>
}

/** A draft on this device, for lists. */
export type KeptWords = {
  readonly key: string
  /** The draft's title, or its text if it has no title. */
  readonly words: string
  /** The ids of the first and last verse. 0 until the person has chosen a passage. */
  readonly verseId: number
  readonly endVerseId: number
  readonly version: string
  /** The address of the page with the draft's editor. */
  readonly path: string
}

/** Fetches the parser of the kind's drafts. The parser returns null if the value at the key is not a valid draft. */
export type DraftReader = () => Promise<(userId: string, key: string, kept: unknown) => KeptWords | null>

/**
 * A kind of item, such as notes or highlights. Its value `kind` in kinds/<name>/kind.ts names all code of the kind that
 * the app needs; app/kinds.ts finds the values by their files. Every page loads the value, so the value itself contains
 * no code of the kind, only functions that fetch the code.
 */
export type Kind = {
  /**
   * The name of the kind's folder and of its list in calls, also in query keys. The server's counts call the number of
   * a person's items `<name>_count`.
   */
  readonly name: KindName
  /** The name of the kind in histories and live sync. */
  readonly history: HistoryKind
  /** An edit may move an item to other verses. */
  readonly moves?: true
  /** The place among the kinds, ascending, in the navigation and in the reader's popup and panel. */
  readonly order: number
  /** The address of the kind's list page, below /my-memos/. */
  readonly path: string
  readonly page: () => Promise<{ readonly Component: ComponentType }>
  /** The address of an item's page. Absent if items have no pages; links then lead to their passages. */
  readonly pathOf?: (id: string) => string
  readonly pages?: readonly RouteObject[]
  /** Reads the drafts of this device (study/draft-keys.ts). Absent if the kind has no long texts. */
  readonly drafts?: DraftReader
  /**
   * Fetches the code of the kind's writes. The code registers with api/pending-writes.ts, which can then send stored
   * writes.
   */
  readonly writes: () => Promise<unknown>
}
