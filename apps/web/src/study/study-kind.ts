import type { User } from '@pathlight/contracts/accounts.ts'
import type { Verse } from '@pathlight/contracts/bible.ts'
import type { TFunction } from 'i18next'
import type { ComponentType } from 'react'
import type { ChapterReference } from '../bible/chapter-reference.ts'
import type { LucideIcon } from '../ui/lucide-icon.ts'
import type { Say } from '../ui/status-message.tsx'
import type { Unsaved } from '../ui/use-leave-guard.tsx'

// How a kind of study material (notes, highlights, sermons) is shown on verses. Each kind makes one StudyKind, app/ sorts them, and
// the reader places everything.

/** Words of one verse: UTF-16 offsets into its plain text, `end` exclusive. `text`: the words. */
export type VersePart = {
  readonly verse: Verse
  readonly start: number
  readonly end: number
  readonly text: string
}

/** What the person has chosen in a column, in the order of the text: whole verses by their numbers, or selected words. */
export type Chosen = {
  readonly by: 'verses' | 'words'
  readonly column: ChapterReference
  readonly parts: readonly [VersePart, ...VersePart[]]
}

/** A small mark at a verse that has items, with a link to them. */
export type VerseMark = {
  /** If null, only the verse's number is marked. */
  readonly icon: LucideIcon | null
  /** The value of `data-marked` at the verse's number, for look/scripture.css. */
  readonly sign?: string
  /** The number of items, from 1. */
  readonly count: number
  /** For a screen reader: "2 notes on verse 16". */
  readonly label: string
}

/**
 * Painted words: `mark` elements with `data-paint=name`. A screen reader says `says` before the words. Paints of one name on one
 * verse do not overlap.
 */
export type VersePaint = {
  readonly name: string
  readonly start: number
  readonly end: number
  readonly says: string
}

/** The marks and paints of a kind on a chapter, by verse number. A bridge of verses has its first number. */
export type OnChapter = {
  readonly marks: ReadonlyMap<number, VerseMark>
  readonly paints: ReadonlyMap<number, readonly VersePaint[]>
}

/** The person, and the chapter in a column. `verses` is empty until the chapter's text arrives. */
export type ChapterOf = {
  readonly viewer: User
  readonly column: ChapterReference
  readonly verses: readonly Verse[]
}

/** Renders nothing. Calls `onShown` whenever the marks change. */
export type OnChapterProps = { readonly of: ChapterOf; readonly onShown: (shown: OnChapter) => void }

/** What an action can ask of the reader. */
export type Acting = {
  readonly owner: User
  readonly t: TFunction
  /** Shows a short message at the foot of the page. */
  readonly say: Say
  /** Opens the panel on the chosen verses, at the section of the action's kind. */
  readonly openSection: () => void
  /** Opens the kind's workspace with an item by its id; null for a new one. */
  readonly openWorkspace: (item: string | null) => void
  /** Clears the person's choice of verses or words. */
  readonly letGo: () => void
}

/** An action on the chosen verses or words. */
export type Action = (chosen: Chosen, acting: Acting) => void | Promise<void>

/** The kind's own part of the popup, for actions with one press. */
export type AtOnceProps = {
  readonly chosen: Chosen
  readonly viewer: User | null
  /** Runs an action for a logged-in person. A visitor must log in first. */
  readonly act: (action: Action) => void
}

/** The common props of a section and a workspace. Both stay open even if the session of `owner` ends. */
type AtVerse = {
  readonly owner: User
  readonly chosen: Chosen
  /** Reports unsaved words, and null when there are none. A person who leaves unsaved words is asked first. */
  readonly onUnsaved: (unsaved: Unsaved | null) => void
  /** Calls `leave`. If there are unsaved words, asks the person first. */
  readonly guard: (leave: () => void) => void
  /** Closes the section or workspace without a question. For a question, use `guard`. */
  readonly onClose: () => void
}

/** A kind's part of the panel on the chosen verses. */
export type SectionProps = AtVerse & {
  /** The person opened this kind: the section begins a new item if there is none, and takes the focus. */
  readonly asked: boolean
  readonly openWorkspace: (item: string | null) => void
}

/** A kind's editor for long texts, beside the Bible text and wider than the panel. On a small screen it is a tab. */
export type WorkspaceProps = AtVerse & {
  /** The item's id; null for a new one. */
  readonly item: string | null
}

export type StudyKind = {
  /** Also in query keys, addresses and class names. */
  readonly name: string
  /**
   * Fetches the component, made by `onChapter`, that shows a logged-in person's items on a chapter. Absent if the kind shows nothing on
   * a chapter.
   */
  readonly fetchOnChapter?: () => Promise<{ readonly default: ComponentType<OnChapterProps> }>
  /** The kind's action in the popup, if any. A visitor must log in first. */
  readonly action?: {
    readonly icon: LucideIcon
    readonly label: (t: TFunction) => string
    readonly run: Action
  }
  /** The kind's buttons in the popup, above the actions; lazy. */
  readonly AtOnce?: ComponentType<AtOnceProps>
  /** The kind's part of the panel on the chosen verses; lazy. */
  readonly section?: { readonly title: (t: TFunction) => string; readonly Component: ComponentType<SectionProps> }
  /** The kind's editor beside the text; lazy. `title` is also the title of the tab. */
  readonly workspace?: { readonly title: (t: TFunction) => string; readonly Component: ComponentType<WorkspaceProps> }
}

/** Goes to a chapter, and to verses of it by their numbers, in order. */
type GoToVerses = (to: ChapterReference, verses: readonly number[]) => void

/** A tool in the header of a column, such as the bookmarks' menu. `column`: the shown chapter. `chosen`: the choice in it. */
export type ColumnToolProps = {
  readonly column: ChapterReference
  readonly chosen: Chosen | null
  readonly onGo: GoToVerses
}

/** The person's saved passages in the passage picker. */
export type ShortcutsProps = { readonly onGo: GoToVerses }

/** The marks and paints of a kind without items on the chapter. */
export const NOTHING_ON_CHAPTER: OnChapter = { marks: new Map(), paints: new Map() }
