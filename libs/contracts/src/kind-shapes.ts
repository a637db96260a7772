import type { z } from 'zod'
import { bookmarkShapes } from './bookmarks.ts'
import { highlightShapes } from './highlights.ts'
import { HISTORY_KINDS, type HistoryKind } from './kind-rules.ts'
import { noteShapes } from './notes.ts'
import { padShapes } from './pads.ts'
import { sermonShapes } from './sermons.ts'
import { settingsShapes } from './settings.ts'

/** The shapes of a kind's items that are looped over. */
type KindShapes = {
  /** As its own calls show it. */
  readonly item: z.ZodObject
  /**
   * As an export has it: all of it, but for whose it is, its fields in this order. The revision counts its changes where it was exported.
   */
  readonly exported: z.ZodObject
  /** As it may be brought from elsewhere: what an export has, by the rules of what people write here. */
  readonly imported: z.ZodType
  /** Of a kind that stands on verses: what its list in the overlay is called, and what it shows there. */
  readonly names?: string
  readonly overlay?: z.ZodObject
}

/** Every kind's shapes. A new kind is added here, and its name in kind-rules.ts. */
const SHAPES = {
  note: noteShapes,
  highlight: highlightShapes,
  sermon: sermonShapes,
  bookmark: bookmarkShapes,
  pad: padShapes,
  settings: settingsShapes,
} as const satisfies { readonly [Kind in HistoryKind]: KindShapes }
type Shapes = typeof SHAPES

const shapesNamed = <Name extends 'item' | 'exported'>(name: Name) =>
  Object.fromEntries(HISTORY_KINDS.map((kind) => [kind, SHAPES[kind][name]])) as unknown as {
    readonly [Kind in HistoryKind]: Shapes[Kind][Name]
  }

export const itemsOnWire = shapesNamed('item')
export const exportedItems = shapesNamed('exported')
export type ExportedKind = HistoryKind

type OnVerses = {
  [Kind in HistoryKind]: Shapes[Kind] extends { readonly overlay: z.ZodObject } ? Shapes[Kind] : never
}[HistoryKind]
export type OverlayName = OnVerses['names']
type OverlayShapes = { readonly [Kind in OnVerses as Kind['names']]: Kind['overlay'] }
export type OverlayItems = { readonly [Name in OverlayName]: z.infer<OverlayShapes[Name]> }

/** What each kind that stands on verses shows on a chapter, by the name of its list, in the order of the overlay. */
export const overlayItems = Object.fromEntries(
  Object.values<KindShapes>(SHAPES).flatMap(({ names, overlay }) => (names && overlay ? [[names, overlay]] : [])),
) as unknown as OverlayShapes
export const overlayNames = Object.keys(overlayItems) as OverlayName[]
