import type { Event } from '@event-driven-io/emmett'
import type { Tagged } from '@pathlight/contracts/tag-rules.ts'
import { describe, expect, it } from 'vitest'
import { type AnyAggregate, inStream } from './aggregate.ts'
import type { AnyItemKind } from './item-kind.ts'
import { itemAsOf } from './item-kind.ts'

type Commands = Readonly<Record<string, object>>

/**
 * Tests the rules of tags on a kind. `add` and `edit`: a command's name with its data about the item `id`. `edited`:
 * the type of the event that an edit causes.
 */
export const hasTags = (
  aggregate: AnyAggregate,
  {
    add,
    edit,
    edited,
    id,
  }: { readonly add: Commands; readonly edit: Commands; readonly edited: string; readonly id: string },
): void => {
  describe('its tags', () => {
    const kind = aggregate as unknown as AnyItemKind
    const [[added, whole] = ['', {}]] = Object.entries<object>(add)
    const [[changed, same] = ['', {}]] = Object.entries<object>(edit)
    const now = new Date('2026-01-01T08:00:00.000Z')
    const { userId } = whole as { readonly userId?: string }

    /** Runs the commands on a new stream. `item`: the item after them. `told`: the tags that the last event names. */
    const stream = (...commands: readonly (readonly [type: string, data: object])[]) => {
      const events: Event[] = []
      let state = aggregate.initialState()
      for (const [type, data] of commands) {
        const command = { type, data, metadata: { now, verseText: 'For God so loved', madeAt: 1 } }
        for (const event of [aggregate.decide(command, state)].flat()) {
          const placed = inStream(event as Event, events.length)
          events.push(placed)
          state = aggregate.evolve(state, placed)
        }
      }
      const last = events.at(-1)
      return { events, item: aggregate.item(state) as Tagged | null, told: last && kind.tagsOf?.(last) }
    }
    const tagged = [added, { ...whole, tags: ['Grace', '은혜'] }] as const
    const retag = (tag: string, to: string | null) => ['Retag', { userId, id, tag, to }] as const

    it('come with it, and are none where none are named', () => {
      expect(stream(tagged)).toMatchObject({ item: { tags: ['Grace', '은혜'] }, told: ['Grace', '은혜'] })
      for (const none of [whole, { ...whole, tags: [] }]) {
        const { events, item, told } = stream([added, none])
        expect(item).not.toHaveProperty('tags')
        expect(told).toEqual([])
        expect(JSON.stringify(events[0]?.data)).not.toContain('tags')
      }
    })

    it('stay as they are where a change does not name them, and go where it names none', () => {
      expect(stream(tagged, [changed, same]).events).toHaveLength(1)
      expect(stream(tagged, [changed, { ...same, tags: ['Grace', '은혜'] }]).events).toHaveLength(1)
      expect(stream(tagged, [changed, { ...same, tags: ['Love'] }])).toMatchObject({
        events: [{}, { type: edited }],
        ...{ item: { tags: ['Love'], revision: 2 }, told: ['Love'] },
      })
      const none = stream(tagged, [changed, { ...same, tags: [] }])
      expect(none.item).not.toHaveProperty('tags')
      expect(none.told).toEqual([])
      expect(stream([added, whole], [changed, { ...same, tags: [] }]).events).toHaveLength(1)
    })

    it('are renamed, become one with another, and are taken away, in whichever letters they are', () => {
      expect(stream(tagged, retag('GRACE', 'Mercy')).item?.tags).toEqual(['Mercy', '은혜'])
      expect(stream(tagged, retag('grace', '은혜')).item?.tags).toEqual(['은혜'])
      expect(stream(tagged, retag('grace', null)).item?.tags).toEqual(['은혜'])
      expect(stream(tagged, retag('grace', null), retag('은혜', null)).item).not.toHaveProperty('tags')
      expect(stream(tagged, retag('Love', 'Mercy')).events).toHaveLength(1)
      expect(stream(tagged, retag('grace', 'Mercy'), retag('grace', 'Mercy')).events).toHaveLength(2)
      expect(() => stream(retag('grace', 'Mercy'))).toThrow(/No such/)
    })

    it('are those of their time again once it is restored', () => {
      const { events } = stream(tagged)
      const item = itemAsOf(kind, events as never, id)
      expect(stream(tagged, retag('grace', null), ['Restore', { userId, item }])).toMatchObject({
        events: [{}, {}, {}],
        item: { tags: ['Grace', '은혜'] },
      })
      expect(() => stream(tagged, ['Restore', { userId, item }])).toThrow()
    })

    it('come from elsewhere, and are the difference to what is here', () => {
      const { events } = stream(tagged)
      const item = itemAsOf(kind, events as never, id)
      const bring = (tags: readonly string[]) =>
        [
          'Import',
          { userId, id, action: 'added', at: now.toISOString(), item: { ...item, tags }, after: null },
        ] as const
      expect(stream(bring(['Grace'])).item?.tags).toEqual(['Grace'])
      expect(stream(bring([])).item).not.toHaveProperty('tags')
      expect(() => stream(tagged, bring(['Grace', '은혜']))).toThrow('This is here already.')
      expect(() => stream(tagged, bring(['Grace']))).toThrow('What is here is different, and was kept.')
    })
  })
}
