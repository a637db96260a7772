import { eventually } from '@pathlight/testing/eventually.ts'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { NO_WORK, type Work } from '../src/read-model-store.ts'
import { liveCheckpoint, liveModel, type ReadModelWorld, twoProcesses } from './world.contract.ts'

/** The contract of positions: readers know which position they see, and are woken when it moves. */
export function waitingContract(engine: string, running: () => ReadModelWorld): void {
  describe(`position and waitFor in ${engine}`, () => {
    const each = twoProcesses(running)
    const opened = () => liveModel<{ n: number }>(each.store)

    it('say 0 where nothing ever ran', async () => {
      expect(await each.store.position()).toBe(0n)
      expect(await each.store.waitFor(0n, 10)).toBe(true)
      expect(await each.store.waitFor(1n, 10)).toBe(false)
    })

    it('reflect a commit of the same process at once', async () => {
      const { put } = await opened()
      for (let n = 0; n < 20; n++) {
        const position = await put({ a: { n } })
        expect(await each.store.position()).toBe(position)
        expect(await each.store.waitFor(position, 0)).toBe(true)
      }
    })

    it('never lead what another process can read', async () => {
      const { model, put } = await opened()
      const theirs = each.other.collection(model)
      await put({ a: { n: 0 } })
      let done = false
      onTestFinished(() => {
        done = true
      })
      const reading = (async () => {
        while (!done) {
          const known = await each.other.position()
          expect((await theirs.get('a'))?.n).toBeGreaterThanOrEqual(Number(known) - 1)
        }
      })()
      for (let n = 1; n < 60; n++) await put({ a: { n } })
      done = true
      await reading
    })

    it('is false after the time is up, not before', async () => {
      await opened()
      const started = performance.now()
      expect(await each.store.waitFor(1n, 500)).toBe(false)
      // A timer counts from the time at which the event loop last read the clock, so it may end a little early.
      expect(performance.now() - started).toBeGreaterThan(250)
    })

    it('is woken by the commit of another process', async () => {
      const { put } = await opened()
      // The waiting process never polls, because the timer of its interval is fake. Only a signal can wake it.
      vi.useFakeTimers({ toFake: ['setInterval'] })
      onTestFinished(() => void vi.useRealTimers())
      // This call makes the other process listen to signals, as a server does.
      await each.other.position()
      for (let n = 0; n < 5; n++) {
        const waiting = each.other.waitFor(BigInt(n + 1), 60_000)
        await put({ a: { n } })
        expect(await waiting).toBe(true)
      }
    })

    it('wakes many waiters, each at its own position', async () => {
      const { checkpoint } = await opened()
      const order: number[] = []
      const waiting = Array.from({ length: 200 }, (_, i) =>
        each.other.waitFor(BigInt((i % 20) + 1), 60_000).then((reached) => {
          expect(reached).toBe(true)
          order.push((i % 20) + 1)
        }),
      )
      const tooFar = each.other.waitFor(21n, 300)
      for (let position = 0n; position < 20n; position += 5n) {
        await each.store.move([{ ...checkpoint(), position }], { position: position + 5n, last: null })
        await each.other.waitFor(position + 5n, 60_000)
      }
      await Promise.all(waiting)
      const steps = order.map((position) => Math.ceil(position / 5))
      expect(steps).toEqual(steps.toSorted((a, b) => a - b))
      expect(await tooFar).toBe(false)
    })

    describe('a person’s stamp', () => {
      const ready = async () => {
        const { checkpoint } = await opened()
        await eventually(async () => {
          await each.other.position()
          expect(each.other.stamp('ann')).not.toBeNull()
        })
        let position = 0n
        /**
         * Moves the checkpoint, as if documents of these people had changed. Resolves when both processes know of it.
         */
        const move = async (people: Work['people']) => {
          const before = { ...checkpoint(), position }
          position++
          expect(await each.store.move([before], { position, last: null }, { ...NO_WORK, people })).toBe(true)
          expect(await each.other.waitFor(position, 60_000)).toBe(true)
        }
        await move(['eve'])
        return { move, stamps: (userId: string) => [each.store.stamp(userId), each.other.stamp(userId)] }
      }

      it('changes with their documents, in every process, and with no other person’s', async () => {
        const { move, stamps } = await ready()
        // A process that loads the checkpoints before the signal comes does not know whose documents changed. So the
        // test repeats the moves until the signals come first.
        await eventually(async () => {
          const [ann, bob] = [stamps('ann'), stamps('bob')]
          await move(['bob'])
          expect(stamps('bob')[0]).not.toBe(bob[0])
          expect(stamps('bob')[1]).not.toBe(bob[1])
          await move([])
          expect(stamps('ann')).toEqual(ann)
        })
        const ann = stamps('ann')
        await move(['eve', 'ann'])
        expect(stamps('ann')[0]).not.toBe(ann[0])
        expect(stamps('ann')[1]).not.toBe(ann[1])
      })

      it('changes where it cannot be said whose documents did', async () => {
        const { move, stamps } = await ready()
        for (const people of [null, Array.from({ length: 500 }, (_, i) => `somebody-${i}`), ['a name, with a comma']]) {
          const [, before] = stamps('ann')
          await move(people)
          expect(stamps('ann')[1]).not.toBe(before)
        }
      })

      it('changes with the generations that are read', async () => {
        const { stamps } = await ready()
        const before = stamps('ann')
        await each.store.put(null, liveCheckpoint('things', { generation: 2, position: 7n }))
        expect(await each.other.waitFor(7n, 60_000)).toBe(true)
        expect(stamps('ann')[0]).not.toBe(before[0])
        expect(stamps('ann')[1]).not.toBe(before[1])
      })
    })

    it('are of the read models that are asked for: the smallest of theirs', async () => {
      await opened()
      await each.store.put(null, liveCheckpoint('more', { position: 5n }))
      const [things, more] = [{ name: 'things' }, { name: 'more' }]
      for (const one of [each.store, each.other]) {
        await eventually(async () => expect(await one.position([more])).toBe(5n))
        expect(await one.position([things])).toBe(0n)
        expect(await one.position([more, things])).toBe(0n)
        expect(await one.position()).toBe(0n)
        expect(await one.waitFor(5n, 10, [more])).toBe(true)
        expect(await one.waitFor(5n, 10, [more, things])).toBe(false)
      }
      const waiting = each.other.waitFor(5n, 60_000, [more, things])
      await each.store.move([liveCheckpoint('things')], { position: 6n, last: null })
      expect(await waiting).toBe(true)
      await eventually(async () => expect(await each.other.position()).toBe(5n))
    })

    it('ends when the store closes', async () => {
      await opened()
      const waiting = each.other.waitFor(1n, 60_000)
      await each.other.close()
      expect(await waiting).toBe(false)
    })
  })
}
