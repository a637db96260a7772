import type { PackHead } from '@pathlight/contracts/pack-rules.ts'
import type { DBSchema } from 'idb'

// The stores of this device's database (device-database.ts).

/** A text under its name: a version's code, or that of the list of cross-references. */
export type KeptText = {
  readonly name: string
  /** The tag of its pack. */
  readonly tag: string
  /** The size of the pack, in bytes. */
  readonly size: number
  readonly head: PackHead
}

/** An incomplete pack. */
export type BegunText = Omit<KeptText, 'head'>

/** An offline item. */
export type KeptItem = {
  /** In the form of the person's list. */
  readonly item: unknown
  /** Orders the list: a newer item has a greater number, and the greatest comes first. */
  readonly order: number
  /** The complete item, if the list has less. */
  readonly whole?: unknown
  /** In the form of a chapter. Absent for a kind without verses. */
  readonly shown?: unknown
  /** Its chapters in the numbering of its version. */
  readonly on: readonly (readonly [person: string, book: string, chapter: number])[]
}

/** Databases of older builds (older-databases.ts). */
export type OlderDatabase = 'pathlight-seen' | 'pathlight-texts'

export interface Device extends DBSchema {
  /** Drafts and pending writes (kept-work.ts). */
  readonly work: { readonly key: string; readonly value: unknown }
  /** Answers of the server to a person (seen-answers.ts). */
  readonly answers: { readonly key: [person: string, path: string]; readonly value: unknown }
  readonly items: {
    readonly key: [person: string, kind: string, id: string]
    readonly value: KeptItem
    readonly indexes: { readonly on: [person: string, book: string, chapter: number] }
  }
  /** Complete texts (kept-texts.ts). */
  readonly kept: { readonly key: string; readonly value: KeptText }
  /** Incomplete packs. */
  readonly begun: { readonly key: string; readonly value: BegunText }
  /** The bytes of an incomplete pack, by their offset. */
  readonly parts: { readonly key: [name: string, from: number]; readonly value: Uint8Array<ArrayBuffer> }
  /** The lines of the pack: JSON. */
  readonly chapters: { readonly key: [name: string, book: number, chapter: number]; readonly value: string }
  /** The search indexes of the worker of texts, in its own form. */
  readonly indexes: { readonly key: string; readonly value: unknown }
  /** The databases of older builds that must still be taken over. */
  readonly older: { readonly key: OlderDatabase; readonly value: true }
}

export const OLDER: readonly OlderDatabase[] = ['pathlight-seen', 'pathlight-texts']

/** The service worker's cache of public answers about texts. It tells which chapters a person read. */
export const READ_TEXTS = 'bible'
