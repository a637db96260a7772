import type { User } from '@pathlight/contracts/accounts.ts'
import type { Verse } from '@pathlight/contracts/bible.ts'
import type { TFunction } from 'i18next'
import type { ComponentType } from 'react'
import type { ChapterReference } from '../bible/chapter-reference.ts'
import type { LucideIcon } from '../ui/lucide-icon.ts'
import type { Say } from '../ui/status-message.tsx'
import type { Unsaved } from '../ui/use-leave-guard.tsx'

// How a kind of study material, such as notes, is shown on verses. A kind has at most one StudyKind. app/ decides in
// which order the reader shows the kinds.

/**
 * Words of one verse. `start` and `end`: UTF-16 offsets into the verse's plain text, `end` exclusive. `text`: the
 * words.
 */
export type VersePart = {
  readonly verse: Verse
  readonly start: number
  readonly end: number
  readonly text: string
}

/**
 * The verses or words that the person has chosen in a column, in the order of the text. `by`: whole verses by their
 * numbers, or selected words. `column.id`: the id of the column in the reader.
 */
export type Chosen = {
  readonly by: 'verses' | 'words'
  readonly column: ChapterReference & { readonly id?: string }
  readonly parts: readonly [VersePart, ...VersePart[]]
}

/** A mark at a verse that has items: a button that opens the items, or only a marked verse number. */
export type VerseMark = {
  /** Null: only the verse's number is marked. */
  readonly icon: LucideIcon | null
  /** The value of `data-marked` on the verse's number, for look/scripture.css. */
  readonly sign?: string
  /** The number of items, from 1. */
  readonly count: number
  /** The text for screen readers: "2 notes on verse 16". */
  readonly label: string
}

/**
 * Painted words of a verse, from `start` to `end` as in VersePart: a `mark` element with `data-paint=name`. Screen
 * readers say `says` before the words. Paints of the same name do not overlap on a verse.
 */
export type VersePaint = {
  readonly name: string
  readonly start: number
  readonly end: number
  readonly says: string
}

/**
 * The marks and paints of a kind on a chapter, by verse number. Verses that a version joins are listed by the first
 * number.
 */
export type OnChapter = {
  readonly marks: ReadonlyMap<number, VerseMark>
  readonly paints: ReadonlyMap<number, readonly VersePaint[]>
}

/** The logged-in person, and the chapter in a column. `verses` is empty until the chapter has loaded. */
export type ChapterOf = {
  readonly viewer: User
  readonly column: ChapterReference
  readonly verses: readonly Verse[]
}

/** The props of a component that renders nothing. The component calls `onShown` whenever its marks or paints change. */
export type OnChapterProps = { readonly of: ChapterOf; readonly onShown: (shown: OnChapter) => void }

/** The calls and values that the reader gives to an action. */
export type Acting = {
  readonly owner: User
  readonly t: TFunction
  readonly say: Say
  /** Opens the panel on the chosen verses, at the section of the action's kind. */
  readonly openSection: () => void
  /** Opens the kind's workspace with the item of this id. Null: with a new item. */
  readonly openWorkspace: (item: string | null) => void
  /** Clears the person's choice of verses or words. */
  readonly letGo: () => void
}

/** An action on the chosen verses or words. */
export type Action = (chosen: Chosen, acting: Acting) => void | Promise<void>

/** The props of a kind's own part of the popup, whose buttons act with one press. */
export type AtOnceProps = {
  readonly chosen: Chosen
  readonly viewer: User | null
  /** Runs an action for a logged-in person. A visitor must log in first. */
  readonly act: (action: Action) => void
}

/** The common props of a section and a workspace. Both stay open after the session of `owner` has ended. */
type AtVerse = {
  readonly owner: User
  readonly chosen: Chosen
  /** Reports unsaved words, or null if there are none. The reader asks the person before unsaved words are left. */
  readonly onUnsaved: (unsaved: Unsaved | null) => void
  /** Calls `leave`. If there are unsaved words, asks the person first. */
  readonly guard: (leave: () => void) => void
  /** Closes the section or workspace without asking the person (for that, see `guard`). */
  readonly onClose: () => void
}

/** A kind's part of the panel on the chosen verses. */
export type SectionProps = AtVerse & {
  /** The person pressed the action of this kind, so the section may take the focus or begin a new item. */
  readonly asked: boolean
  readonly openWorkspace: (item: string | null) => void
}

/** A kind's editor for long texts, beside the Bible text and wider than the panel. On a small screen it is a tab. */
export type WorkspaceProps = AtVerse & {
  /** The id of the item. Null for a new item. */
  readonly item: string | null
}

export type StudyKind = {
  /** The name of the kind (KindName). */
  readonly name: string
  /**
   * Fetches the component that shows a logged-in person's items on a chapter (see `onChapter`). Absent if the kind
   * shows nothing there.
   */
  readonly fetchOnChapter?: () => Promise<{ readonly default: ComponentType<OnChapterProps> }>
  /** The kind's action in the popup. A visitor must log in first. */
  readonly action?: {
    readonly icon: LucideIcon
    readonly label: (t: TFunction) => string
    readonly run: Action
  }
  /** The kind's buttons in the popup, above the actions. A lazy component. */
  readonly AtOnce?: ComponentType<AtOnceProps>
  /** The kind's part of the panel on the chosen verses. A lazy component. */
  readonly section?: { readonly title: (t: TFunction) => string; readonly Component: ComponentType<SectionProps> }
  /** The kind's editor beside the text. A lazy component. `title` is also the title of the tab. */
  readonly workspace?: { readonly title: (t: TFunction) => string; readonly Component: ComponentType<WorkspaceProps> }
}

/** Shows a chapter, and chooses the verses with these numbers in it. The numbers are ascending. */
type GoToVerses = (to: ChapterReference, verses: readonly number[]) => void

/**
 * The props of a tool in a column's header, such as the menu of bookmarks. `column`: the shown chapter. `chosen`: the
 * chosen verses in the column.
 */
export type ColumnToolProps = {
  readonly column: ChapterReference
  readonly chosen: Chosen | null
  readonly onGo: GoToVerses
}

/** The props of the person's saved passages in the passage picker. */
export type ShortcutsProps = { readonly onGo: GoToVerses }

/** The marks and paints of a kind without items on the chapter. */
export const NOTHING_ON_CHAPTER: OnChapter = { marks: new Map(), paints: new Map() }
