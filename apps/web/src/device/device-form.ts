import type { PackHead } from '@pathlight/contracts/pack-rules.ts'
import type { DBSchema } from 'idb'

// The types of the stores in this device's database (device-database.ts).

/**
 * The record of a completely downloaded pack. A pack is a version (`name` is its code), the words of the original
 * beneath a version, or the list of cross-references.
 */
export type KeptText = {
  readonly name: string
  /** The ETag of the pack, without its quotes. */
  readonly tag: string
  /** The size of the pack, in bytes. */
  readonly size: number
  readonly head: PackHead
}

/** The record of a pack whose download is incomplete. */
export type BegunText = Omit<KeptText, 'head'>

export type KeptItem = {
  /** The item as in the person's list. */
  readonly item: unknown
  /** The position in the list. A newer item has a greater number; the greatest comes first. */
  readonly order: number
  /** The complete item, if the list's item has fewer fields. */
  readonly whole?: unknown
  /** The item as in a chapter's overlay. Absent for a kind without verses. */
  readonly shown?: unknown
  /** The item's chapters, in the numbering of the item's version. */
  readonly on: readonly (readonly [person: string, book: string, chapter: number])[]
}

/** Databases of older builds (older-databases.ts). */
export type OlderDatabase = 'pathlight-seen' | 'pathlight-texts'

export interface Device extends DBSchema {
  /** Drafts and pending writes (kept-work.ts). */
  readonly work: { readonly key: string; readonly value: unknown }
  /**
   * The server's answers to a person (seen-answers.ts), and the record about the person's offline items
   * (kept-items.ts).
   */
  readonly answers: { readonly key: [person: string, path: string]; readonly value: unknown }
  readonly items: {
    readonly key: [person: string, kind: string, id: string]
    readonly value: KeptItem
    readonly indexes: { readonly on: [person: string, book: string, chapter: number] }
  }
  /** Complete texts (kept-texts.ts). */
  readonly kept: { readonly key: string; readonly value: KeptText }
  readonly begun: { readonly key: string; readonly value: BegunText }
  /** The bytes of an incomplete pack, by their offset in the pack. */
  readonly parts: { readonly key: [name: string, from: number]; readonly value: Uint8Array<ArrayBuffer> }
  /** The lines of a pack, each as JSON: a chapter or, with book 0, a part of a lexicon. */
  readonly chapters: { readonly key: [name: string, book: number, chapter: number]; readonly value: string }
  /** The search indexes of the texts worker, in its own format. */
  readonly indexes: { readonly key: string; readonly value: unknown }
  /** The databases of older builds that must still be taken over. */
  readonly older: { readonly key: OlderDatabase; readonly value: true }
}

export const OLDER: readonly OlderDatabase[] = ['pathlight-seen', 'pathlight-texts']

/**
 * The name of the service worker's cache of public answers about texts. Its entries show which chapters a person read.
 */
export const READ_TEXTS = 'bible'
