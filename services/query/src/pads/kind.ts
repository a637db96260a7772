import { EXCERPT_FROM, excerptOf } from '@pathlight/contracts/excerpt-rules.ts'
import type { PadEntry } from '@pathlight/contracts/kind-rules.ts'
import { plainTextOfMarkdown } from '@pathlight/contracts/markdown-rules.ts'
import { mentionsOfPad } from '@pathlight/contracts/mentions-rules.ts'
import { findablePad, PAD_BYTES_MAX, PAD_TITLE_MAX, padWords } from '@pathlight/contracts/pad-rules.ts'
import { padParams, padShapes } from '@pathlight/contracts/pads.ts'
import { padKind as item, type PadEvent, type PadItem } from '@pathlight/domain/pads/pad-item.ts'
import type { AnyProjection, Projection } from '@pathlight/read-models/projection.ts'
import { documentId, listCall, oneCall } from '../item-calls.ts'
import type { Kind } from '../kind.ts'
import { type Listed, listKey } from '../list-page.ts'
import { onVerses } from '../passage.ts'
import { paper } from './paper.ts'

/** A study pad in the API's form, with its key in the list. */
type PadDocument = PadItem & Listed

export const pads: Projection<PadDocument, PadEvent> = {
  name: 'pads',
  version: 1,
  personal: ['title', 'entries', 'tags'],
  indexes: [['user_id', 'list_key']],
  handles: ['PadAdded', 'PadEdited', 'PadRemoved', 'PadRestored'],
  removes: ['PadRemoved'],
  ids: ({ data }) => documentId(data.userId, data.padId),
  evolve: (doc, event) => {
    const after = item.itemAfter(doc, event)
    return after && { ...after, list_key: listKey(doc, after, event) }
  },
}

/** The first passage of a pad; null: the pad has no passage. */
const passageOf = (entries: readonly PadEntry[]) => {
  const first = entries.find((entry) => entry.type === 'passage')
  return first ? onVerses(first.version, first.verse_id, first.end_verse_id) : null
}

const listed = { model: pads, longest: PAD_BYTES_MAX + PAD_TITLE_MAX + 5_000 }
/** The first words of a pad, as many as an excerpt needs. */
const beginningOf = ({ title, entries }: { readonly title: string; readonly entries: readonly PadEntry[] }): string => {
  let words = title
  for (const text of padWords(entries)) {
    if (words.length > EXCERPT_FROM) break
    words += ` — ${plainTextOfMarkdown(text.slice(0, EXCERPT_FROM))}`
  }
  return words
}

const called = { name: 'pad', names: 'pads' }

/** The overlay has no study pads, because pads are not on verses. Clients get the list of all pads. */
export const padKind: Kind = {
  item,
  projections: [pads as AnyProjection],
  counted: pads,
  whole: listed,
  searched: {
    name: 'pads',
    findable: findablePad,
    words: ({ title, entries }: PadDocument) => ({
      title,
      text: padWords(entries).map(plainTextOfMarkdown).join('\n\n'),
    }),
    mentions: mentionsOfPad,
    passage: ({ entries }: PadDocument) => passageOf(entries),
    changedAt: ({ updated_at }: PadDocument) => updated_at,
    color: null,
  },
  paper,
  onChapter: null,
  passageOf: () => null,
  excerptOf: ({ type, data }: PadEvent) => (type === 'PadRemoved' ? null : excerptOf(beginningOf(data))),
  routes: (app, dependencies) => {
    listCall(app, '/api/pad/user', dependencies, { ...called, ...listed, item: padShapes.item, findable: findablePad })
    oneCall(app, '/api/pad/detail/:id', dependencies, { ...called, ...padShapes, model: pads, params: padParams })
  },
}
