import type { User } from '@pathlight/contracts/accounts.ts'
import type { Verse } from '@pathlight/contracts/bible.ts'
import type { TFunction } from 'i18next'
import type { ComponentType } from 'react'
import type { ChapterReference } from '../bible/chapter-reference.ts'
import type { LucideIcon } from '../ui/lucide-icon.ts'
import type { Say } from '../ui/status-message.tsx'
import type { Unsaved } from '../ui/use-leave-guard.tsx'

// How a kind of study material (notes, highlights, sermons) is shown on verses. Each kind makes one StudyKind, app/ sorts
// them, and the reader decides where everything is shown.

/** Words of one verse: UTF-16 offsets into its plain text, `end` exclusive. `text` is what stands there. */
export type VersePart = {
  readonly verse: Verse
  readonly start: number
  readonly end: number
  readonly text: string
}

/** What a person chose in a column, in the order of the text: whole verses by their numbers, or words by selecting them. */
export type Chosen = {
  readonly by: 'verses' | 'words'
  readonly column: ChapterReference
  readonly parts: readonly [VersePart, ...VersePart[]]
}

/** Something quiet at a verse: it shows that there is something, and leads to it. */
export type VerseMark = {
  /** Null where the verse's number alone shows it. */
  readonly icon: LucideIcon | null
  /** In `data-marked` of the number, for look/scripture.css. */
  readonly sign?: string
  /** How much there is, from 1. */
  readonly count: number
  /** Read aloud: "2 notes on verse 16". */
  readonly label: string
}

/**
 * Words to be painted: `mark` elements with `data-paint=name`. `says`: heard by a screen reader before the words. Paints of
 * one name on one verse do not overlap.
 */
export type VersePaint = {
  readonly name: string
  readonly start: number
  readonly end: number
  readonly says: string
}

/** What a kind shows on the verses of a chapter, each by the verse's number (a bridge's: its first). */
export type OnChapter = {
  readonly marks: ReadonlyMap<number, VerseMark>
  readonly paints: ReadonlyMap<number, readonly VersePaint[]>
}

/** Whose material on which verses: `verses` is empty until they are there. */
export type ChapterOf = {
  readonly viewer: User
  readonly column: ChapterReference
  readonly verses: readonly Verse[]
}

/** It shows nothing by itself, and tells whenever something else is to be shown. */
export type OnChapterProps = { readonly of: ChapterOf; readonly onShown: (shown: OnChapter) => void }

/** What a pressed action may ask of the reader. */
export type Acting = {
  readonly owner: User
  readonly t: TFunction
  /** Says something short at the foot of the page. */
  readonly say: Say
  /** Opens the panel on the chosen verses, at the section of this kind. */
  readonly openSection: () => void
  /** Opens the kind's workspace, on an item by its id, or on a new one. */
  readonly openWorkspace: (item: string | null) => void
  /** Ends the choice: the action is done. */
  readonly letGo: () => void
}

/** Something that is done with what is chosen. */
export type Action = (chosen: Chosen, acting: Acting) => void | Promise<void>

/** What a kind lays out in the popup, to be done with one press. */
export type AtOnceProps = {
  readonly chosen: Chosen
  readonly viewer: User | null
  /** Runs an action for a person who is signed in. A visitor logs in first. */
  readonly act: (action: Action) => void
}

/** What a section and a workspace have in common. Both stay open while the session of `owner` has ended meanwhile. */
type AtVerse = {
  readonly owner: User
  readonly chosen: Chosen
  /** Hears of unsaved words, and that there are none any more: a person who leaves is asked first. */
  readonly onUnsaved: (unsaved: Unsaved | null) => void
  /** Asks about unsaved words before it does what it is given. */
  readonly guard: (leave: () => void) => void
  /** It is done. Asks nothing: `guard` does. */
  readonly onClose: () => void
}

/** A kind's part of the panel on the chosen verses. */
export type SectionProps = AtVerse & {
  /** The person asked for this kind: it begins a new item where there is none, and takes the focus. */
  readonly asked: boolean
  readonly openWorkspace: (item: string | null) => void
}

/**
 * A kind's place to write at length. It stands beside the text and is wider than the panel. On a small screen it is a
 * tab.
 */
export type WorkspaceProps = AtVerse & {
  /** The item's id; null for a new one. */
  readonly item: string | null
}

export type StudyKind = {
  /** Also in query keys, addresses and class names. */
  readonly name: string
  /**
   * Fetches the component that says what a person has of it on a chapter (`onChapter` of on-chapter.ts). Only for
   * people who are signed in. Absent: it shows nothing there.
   */
  readonly fetchOnChapter?: () => Promise<{ readonly default: ComponentType<OnChapterProps> }>
  /** What the popup offers, if anything. It is done only for a person who is signed in. A visitor is asked to log in. */
  readonly action?: {
    readonly icon: LucideIcon
    readonly label: (t: TFunction) => string
    readonly run: Action
  }
  /** Its choices in the popup, above the actions; lazy. */
  readonly AtOnce?: ComponentType<AtOnceProps>
  /** Part of the panel; lazy. */
  readonly section?: { readonly title: (t: TFunction) => string; readonly Component: ComponentType<SectionProps> }
  /** Lazy; `title` is also the tab's. */
  readonly workspace?: { readonly title: (t: TFunction) => string; readonly Component: ComponentType<WorkspaceProps> }
}

/** Goes to a chapter, and to verses of it by their numbers, in order. */
type GoToVerses = (to: ChapterReference, verses: readonly number[]) => void

/**
 * Something of a column as a whole, in its header (the bookmarks' dropdown): the passage it shows, what is chosen in it,
 * and how to go to another.
 */
export type ColumnToolProps = {
  readonly column: ChapterReference
  readonly chosen: Chosen | null
  readonly onGo: GoToVerses
}

/** Passages that the person has kept, where a passage is chosen. */
export type ShortcutsProps = { readonly onGo: GoToVerses }

/** Of a kind that has nothing here. */
export const NOTHING_ON_CHAPTER: OnChapter = { marks: new Map(), paints: new Map() }
