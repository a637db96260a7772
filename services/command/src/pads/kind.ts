import { addPadBody, editPadBody, padParams, padShapes } from '@pathlight/contracts/pads.ts'
import { pad as aggregate } from '@pathlight/domain/pads/pad.ts'
import { padKind as item } from '@pathlight/domain/pads/pad-item.ts'
import { newId, removeCall, writeCall } from '../item-calls.ts'
import type { Kind } from '../kind.ts'
import { padEntries } from './pad-entries.ts'

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
      ask: ({ entries, ...words }, { userId }, id) => ({
        stream: item.streams.name(userId, id),
        command: { type: 'EditPad' as const, data: { ...words, entries: padEntries(entries, texts) } },
      }),
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
