import type { PadEntry } from '@pathlight/contracts/kind-rules.ts'
import { idNamed, PAD_BYTES_MAX, padBytes } from '@pathlight/contracts/pad-rules.ts'
import { addPadBody, editPadBody, PAD_TOO_LONG, padParams, padShapes } from '@pathlight/contracts/pads.ts'
import { itemKinds } from '@pathlight/domain/item-kinds.ts'
import { pad as aggregate } from '@pathlight/domain/pads/pad.ts'
import { padKind as item } from '@pathlight/domain/pads/pad-item.ts'
import { RuleBroken } from '@pathlight/domain/rule.ts'
import { newId, removeCall, writeCall } from '../item-calls.ts'
import type { Kind } from '../kind.ts'
import { checkVersePlace, editedVersions, type KnownTexts, knowingAll, rangeEnd, versionNamed } from '../verse-place.ts'

const keyOfKind = new Map(itemKinds.map(({ kind, keyOf }) => [kind, keyOf]))

/**
 * The validated entries of a study pad. An entry's item may be removed or not written yet, but its id must have the
 * form of its kind's ids. Throws RuleBroken.
 */
const padEntries = (sent: readonly PadEntry[], texts: Pick<KnownTexts, 'knowsVersion'>): readonly PadEntry[] => {
  if (padBytes(sent) > PAD_BYTES_MAX)
    throw new RuleBroken('too_large', PAD_TOO_LONG.code, PAD_TOO_LONG.message, PAD_TOO_LONG.params)
  return sent.map((entry) => {
    if (entry.type === 'passage') {
      const { verse_id, end_verse_id } = entry
      checkVersePlace(verse_id, undefined)
      return { ...entry, version: versionNamed(entry.version, texts), end_verse_id: rangeEnd(verse_id, end_verse_id) }
    }
    if (entry.type !== 'item') return entry
    if (!keyOfKind.get(entry.kind)?.(entry.id))
      throw new RuleBroken('invalid', 'pad_bad_item', 'An entry of a study pad names its item by an id that is none.')
    return { ...entry, id: idNamed(entry) }
  })
}

const ONE = '/api/pad/detail/:id'

export const padKind: Kind = {
  ...{ item, aggregate, counted: 'pads', keptBeside: true },
  imported: (sent, { userId, ...texts }) => {
    const { entries, ...from } = padShapes.imported.parse(sent)
    return { ...from, entries: padEntries(entries, texts), user_id: userId, revision: 0 }
  },
  routes: (app, { log, sessions, ...texts }) => {
    const dependencies = { log, sessions }
    writeCall(app, dependencies, {
      ...{ method: 'POST', url: '/api/pad/', summary: 'Make a study pad', takesTexts: true, aggregate },
      body: addPadBody,
      response: padShapes.item,
      ask: ({ id, entries, ...words }, writer) => {
        const { userId } = writer
        const padId = id ?? newId(writer, 'pad')
        const data = { padId, userId, ...words, entries: padEntries(entries, texts) }
        return { stream: item.streams.name(userId, padId), command: { type: 'AddPad' as const, isFirst: true, data } }
      },
      locationOf: ({ id }) => `/api/pad/detail/${id}`,
    })
    writeCall(app, dependencies, {
      ...{ method: 'PUT', url: ONE, summary: 'Change a study pad', takesTexts: true, aggregate },
      params: padParams,
      body: editPadBody,
      response: padShapes.item,
      ask: (body, { userId }, id) => {
        const entries = padEntries(body.entries, knowingAll(texts))
        const versions = entries.flatMap((entry) => (entry.type === 'passage' ? [entry.version] : []))
        const facts = () => editedVersions(versions, texts)
        const command = { type: 'EditPad' as const, data: { ...body, entries }, facts }
        return { stream: item.streams.name(userId, id), command }
      },
    })
    removeCall(app, dependencies, {
      ...{ url: ONE, summary: 'Remove a study pad', name: 'Pad', params: padParams, aggregate },
      ask: ({ userId }, id) => ({
        stream: item.streams.name(userId, id),
        command: { type: 'RemovePad' as const, data: {} },
      }),
    })
  },
}
