import type { z } from 'zod'
import { bookmarkShapes } from './bookmarks.ts'
import { highlightShapes } from './highlights.ts'
import { HISTORY_KINDS, type HistoryKind } from './kind-rules.ts'
import { noteShapes } from './notes.ts'
import { padShapes } from './pads.ts'
import { sermonShapes } from './sermons.ts'
import { settingsShapes } from './settings.ts'

type KindShapes = {
  /** The item as the calls of its kind answer it. */
  readonly item: z.ZodObject
  /**
   * The item in an export: all fields except the owner, in the order of this schema. `revision` counts the item's
   * changes on the exporting installation.
   */
  readonly exported: z.ZodObject
  /** The item in an import: the fields of an export, checked like an item that a person writes. */
  readonly imported: z.ZodType
  /** Only for a kind that GET /api/overlay answers: the name of its list there, and an item of the list. */
  readonly names?: string
  readonly overlay?: z.ZodObject
}

/** The schemas of every kind. A new kind is added here, and its name in kind-rules.ts. */
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

/** The schemas of the items in GET /api/overlay, by the names of their lists, in the order of the answer. */
export const overlayItems = Object.fromEntries(
  Object.values<KindShapes>(SHAPES).flatMap(({ names, overlay }) => (names && overlay ? [[names, overlay]] : [])),
) as unknown as OverlayShapes
export const overlayNames = Object.keys(overlayItems) as OverlayName[]
