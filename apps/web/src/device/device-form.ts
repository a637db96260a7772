import type { PackHead } from '@pathlight/contracts/pack-rules.ts'
import type { DBSchema } from 'idb'

// What this device keeps in its database (device-database.ts).

/** What is kept under a name: a version's code, or that of the list of cross-references. */
export type KeptText = {
  readonly name: string
  /** Names the file that it was unpacked from. */
  readonly tag: string
  /** Of that file, in bytes. */
  readonly size: number
  readonly head: PackHead
}

/** A file that is not here as a whole. */
export type BegunText = Omit<KeptText, 'head'>

/** An item of a person who keeps their study here. */
export type KeptItem = {
  /** As the person's list shows it. */
  readonly item: unknown
  /** Newer ones have a greater one: the order of the list is from the greatest on. */
  readonly order: number
  /** All of it, where the list has less. */
  readonly whole?: unknown
  /** As a chapter shows it. Absent of a kind that stands on no verses. */
  readonly shown?: unknown
  /** The chapters that it is on, as its own version numbers them. */
  readonly on: readonly (readonly [person: string, book: string, chapter: number])[]
}

/** Databases of older builds (older-databases.ts). */
export type OlderDatabase = 'pathlight-seen' | 'pathlight-texts'

export interface Device extends DBSchema {
  /** Drafts, and writes on their way (kept-work.ts). */
  readonly work: { readonly key: string; readonly value: unknown }
  /** What the server answered a person (seen-answers.ts). */
  readonly answers: { readonly key: [person: string, path: string]; readonly value: unknown }
  readonly items: {
    readonly key: [person: string, kind: string, id: string]
    readonly value: KeptItem
    readonly indexes: { readonly on: [person: string, book: string, chapter: number] }
  }
  /** Texts that are kept as a whole (kept-texts.ts). */
  readonly kept: { readonly key: string; readonly value: KeptText }
  /** Files of texts that are not here as a whole. */
  readonly begun: { readonly key: string; readonly value: BegunText }
  /** Bytes of such a file, by where they begin in it. */
  readonly parts: { readonly key: [name: string, from: number]; readonly value: Uint8Array<ArrayBuffer> }
  /** A line of the file each: JSON. */
  readonly chapters: { readonly key: [name: string, book: number, chapter: number]; readonly value: string }
  /** What the worker of texts searches in; its own form. */
  readonly indexes: { readonly key: string; readonly value: unknown }
  /** The databases of older builds that are not taken over yet. */
  readonly older: { readonly key: OlderDatabase; readonly value: true }
}

export const OLDER: readonly OlderDatabase[] = ['pathlight-seen', 'pathlight-texts']
