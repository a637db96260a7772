import { eventually } from '@pathlight/testing/eventually.ts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Handlers, type Jobs, UNTIL_DONE } from './jobs.ts'

const DAY_MS = 24 * 60 * 60 * 1000
type TestJobs = { greet: { to: string }; tick: Record<string, never> }

/** Opens the jobs of one store. Every call opens the same store. */
export type OpenJobs = (options?: { lockMs?: number; onTrouble?: (error: Error) => void }) => Jobs<TestJobs>

/** The contract of every engine of jobs. `place` makes a new, empty store for a test. */
export function jobsContract(name: string, place: () => Promise<{ open: OpenJobs; drop: () => Promise<void> }>): void {
  describe(`${name}, as jobs`, () => {
    let where: Awaited<ReturnType<typeof place>>
    let opened: Jobs<TestJobs>[]
    const open: OpenJobs = (options) => {
      const jobs = where.open(options)
      opened.push(jobs)
      return jobs
    }
    const noTick = async () => undefined

    beforeEach(async () => {
      where = await place()
      opened = []
    })
    afterEach(async () => {
      await Promise.all(opened.map((jobs) => jobs.close()))
      await where.drop()
    })

    /** Works on jobs. The returned list grows by each attempt at a `greet` job, also by one that fails. */
    const working = async (jobs: Jobs<TestJobs>, greet?: Handlers<TestJobs>['greet']) => {
      const seen: { to: string; id: string; attempt: number }[] = []
      await jobs.work({
        tick: noTick,
        greet: async (data, context) => {
          seen.push({ to: data.to, id: context.id, attempt: context.attempt })
          await greet?.(data, context)
        },
      })
      return seen
    }

    it('does a job once, with its data', async () => {
      const jobs = open()
      const seen = await working(jobs)
      await jobs.add('greet', { to: '요한' }, { id: 'one' })
      await eventually(() => expect(seen).toEqual([{ to: '요한', id: 'one', attempt: 1 }]))
    })

    it('keeps a job until a worker starts', async () => {
      await open().add('greet', { to: 'later' })
      const seen = await working(open())
      await eventually(() => expect(seen.map(({ to }) => to)).toEqual(['later']))
    })

    it('counts what failed for good, and nothing else', async () => {
      const jobs = open()
      const seen = await working(jobs, async ({ to }) => {
        if (to === 'a stranger') throw new Error('no such person')
      })
      expect(await jobs.failed()).toBe(0)
      await jobs.add('greet', { to: 'a stranger' }, { attempts: 2, backoffMs: 10 })
      await jobs.add('greet', { to: 'a friend' })
      await eventually(async () => expect(await jobs.failed()).toBe(1))
      expect(seen.map(({ to }) => to).sort()).toEqual(['a friend', 'a stranger', 'a stranger'])
    })

    it('tells what failed for good, the last first, and tries it again with all its tries', async () => {
      const jobs = open()
      let isMended = false
      const seen = await working(jobs, async ({ to }) => {
        if (!isMended || to === 'never') throw new Error(`no lamp for ${to}`)
      })
      await jobs.add('greet', { to: 'one' }, { id: 'a:first/요한', attempts: 2, backoffMs: 10 })
      await eventually(async () => expect(await jobs.failed()).toBe(1))
      await jobs.add('greet', { to: 'two' }, { attempts: 1 })
      await eventually(async () => expect(await jobs.failed()).toBe(2))
      const failed = await open().failedJobs(10)
      expect(failed).toMatchObject([
        { name: 'greet', tries: 1, failedAt: expect.stringMatching(/Z$/) },
        { id: 'a:first/요한', name: 'greet', tries: 2 },
      ])
      expect(JSON.stringify(failed)).not.toContain('lamp')
      expect(await jobs.failedJobs(1)).toHaveLength(1)

      expect(await jobs.tryAgain('a:first/요한')).toBe(true)
      await eventually(() => expect(seen.filter(({ to }) => to === 'one')).toHaveLength(4))
      await eventually(async () => expect(await jobs.failed()).toBe(2))
      isMended = true
      for (const { id } of await jobs.failedJobs(10)) expect(await jobs.tryAgain(id)).toBe(true)
      await eventually(() => expect(seen.filter(({ to }) => to === 'two')).toHaveLength(2))
      await eventually(async () => expect(await jobs.failed()).toBe(0))
      expect(await jobs.failedJobs(10)).toEqual([])
    })

    it('forgets what failed for good where it is told to, and its id is free again', async () => {
      const jobs = open()
      const seen = await working(jobs, async ({ to }) => {
        if (to === 'a stranger') throw new Error('no such person')
      })
      const [mine, other] = ['a:first/요한', 'other']
      for (const id of [mine, other]) await jobs.add('greet', { to: 'a stranger' }, { id, attempts: 1 })
      await eventually(async () => expect(await jobs.failed()).toBe(2))
      expect(await open().dismiss(mine)).toBe(true)
      expect(await jobs.failedJobs(10)).toMatchObject([{ id: other }])
      expect([await jobs.dismiss(mine), await jobs.tryAgain(mine)]).toEqual([false, false])
      await jobs.add('greet', { to: 'a friend' }, { id: mine })
      await eventually(() => expect(seen.map(({ to }) => to)).toContain('a friend'))
    })

    it('does one of both where one admin tries a job again and another dismisses it, and loses none', async () => {
      const [jobs, other] = [open(), open()]
      const ids = Array.from({ length: 60 }, (_, n) => `job ${n}`)
      const done = new Set<string>()
      let isMended = false
      await open().work({
        tick: noTick,
        greet: async (_data, { id }) => {
          if (!isMended) throw new Error('no lamp')
          done.add(id)
        },
      })
      await Promise.all(ids.map((id) => jobs.add('greet', { to: id }, { id, attempts: 1 })))
      await eventually(async () => expect(await jobs.failed()).toBe(ids.length))
      isMended = true
      const outcomes = await Promise.all(
        ids.map(async (id) => ({ id, outcome: await Promise.all([jobs.tryAgain(id), other.dismiss(id)]) })),
      )
      expect(outcomes.filter(({ outcome: [again, dismissed] }) => again === dismissed)).toEqual([])
      const again = outcomes.filter(({ outcome }) => outcome[0]).map(({ id }) => id)
      await eventually(() => expect([...done].toSorted()).toEqual(again.toSorted()))
      expect(await jobs.failed()).toBe(0)
    })

    it('tries a job of a schedule eight times, with waits between the tries', async () => {
      const jobs = open()
      const tries: { id: string; at: number; isLast: boolean }[] = []
      await jobs.work({
        greet: async () => undefined,
        tick: async (_data, { id, isLast }) => {
          tries.push({ id, at: Date.now(), isLast })
          throw new Error('no clock')
        },
      })
      await jobs.every('clock', 'tick', {}, 2_560)
      await eventually(async () => expect(await jobs.failed()).toBeGreaterThan(0))
      await jobs.stopEvery('clock')
      const ofFirst = tries.filter(({ id }) => id === tries[0]?.id)
      expect(ofFirst.map(({ isLast }) => isLast)).toEqual([...Array(7).fill(false), true])
      // The waits double from 10 ms to 640 ms. A timer counts from the time at which the event loop last read the clock,
      // so it may end a little early.
      expect((ofFirst.at(-1)?.at ?? 0) - (ofFirst.at(0)?.at ?? 0)).toBeGreaterThan(800)
    })

    it('dismisses a failed job of a schedule, which goes on', async () => {
      const jobs = open()
      await jobs.work({ greet: async () => undefined, tick: () => Promise.reject(new Error('no clock')) })
      await jobs.every('clock', 'tick', {}, 100)
      await eventually(async () => expect(await jobs.failed()).toBeGreaterThan(0))
      const failed = (await jobs.failedJobs(1_000)).map(({ id }) => id)
      for (const id of failed) expect(await jobs.dismiss(id)).toBe(true)
      expect((await jobs.failedJobs(1_000)).filter(({ id }) => failed.includes(id))).toEqual([])
      expect(await jobs.schedule('clock')).toMatchObject({ everyMs: 100 })
    })

    it.each(['nobody', 'a:first/요한', '1', ''])('does nothing with what has not failed: “%s”', async (id) => {
      const jobs = open()
      expect([await jobs.tryAgain(id), await jobs.dismiss(id)]).toEqual([false, false])
      const seen = await working(jobs)
      await jobs.add('greet', { to: 'done' }, { ...(id !== '' && { id }) })
      await eventually(() => expect(seen).toHaveLength(1))
      expect([await jobs.tryAgain(id), await jobs.dismiss(id)]).toEqual([false, false])
    })

    it('takes the same id as one job, also after it was done', async () => {
      const jobs = open()
      await jobs.add('greet', { to: 'first' }, { id: 'same' })
      await jobs.add('greet', { to: 'second' }, { id: 'same' })
      const seen = await working(jobs)
      await eventually(() => expect(seen).toHaveLength(1))
      await jobs.add('greet', { to: 'third' }, { id: 'same' })
      await jobs.add('greet', { to: 'other' }, { id: 'other' })
      await eventually(() => expect(seen.map(({ to }) => to)).toEqual(['first', 'other']))
    })

    it.each(['42', 'welcome:7:요한', 'a/b c%20d'])('takes any text as an id: %s', async (id) => {
      const jobs = open()
      await jobs.add('greet', { to: 'first' }, { id })
      await jobs.add('greet', { to: 'second' }, { id })
      await jobs.every(id, 'tick', {}, 60_000)
      const seen = await working(jobs)
      await eventually(() => expect(seen).toEqual([{ to: 'first', id, attempt: 1 }]))
    })

    it('tries again after a failure, until it succeeds', async () => {
      const jobs = open()
      const seen = await working(jobs, async (_data, { attempt }) => {
        if (attempt < 3) throw new Error('not yet')
      })
      await jobs.add('greet', { to: 'patient' }, { backoffMs: 20 })
      await eventually(() => expect(seen.map(({ attempt }) => attempt)).toEqual([1, 2, 3]))
    })

    it('says what a job was led to by, and under which trouble with it is told', async () => {
      const troubles: Error[] = []
      const jobs = open({ onTrouble: (error) => troubles.push(error) })
      const ledTo: (string | null)[] = []
      await working(jobs, async ({ to }, { correlationId }) => {
        ledTo.push(correlationId)
        if (to === 'hopeless') throw new Error('no lamp')
      })
      await jobs.add('greet', { to: 'hopeless' }, { id: 'wick', correlationId: 'a-trace', attempts: 1 })
      await eventually(() => expect(troubles).toHaveLength(1))
      expect(troubles[0]?.message).toBe('The job greet (wick, of a-trace) failed: no lamp')
      await jobs.add('greet', { to: 'no person in particular' })
      await eventually(() => expect(ledTo).toEqual(['a-trace', null]))
    })

    it('gives up after the last try, and goes on with others', async () => {
      const jobs = open()
      const seen = await working(jobs, async ({ to }) => {
        if (to === 'hopeless') throw new Error('never')
      })
      await jobs.add('greet', { to: 'hopeless' }, { attempts: 2, backoffMs: 10 })
      await eventually(() => expect(seen).toHaveLength(2))
      await jobs.add('greet', { to: 'next' })
      await eventually(() => expect(seen.map(({ to }) => to)).toEqual(['hopeless', 'hopeless', 'next']))
    })

    it('says which try is the last, and forgets what is to be forgotten when it is done', async () => {
      const jobs = open()
      const lasts: boolean[] = []
      await jobs.work({
        tick: noTick,
        greet: async (_data, { isLast }) => {
          lasts.push(isLast)
          if (!isLast) throw new Error('not yet')
        },
      })
      const options = { id: 'once more', attempts: 2, backoffMs: 10, forget: true }
      await jobs.add('greet', { to: 'first' }, options)
      await eventually(() => expect(lasts).toEqual([false, true]))
      // The second job has the same id. It is added only once the store has forgotten the first job.
      await eventually(async () => {
        await jobs.add('greet', { to: 'second' }, options)
        expect(lasts.length).toBeGreaterThan(2)
      })
    })

    it('waits as long as it was told', async () => {
      const jobs = open()
      const seen = await working(jobs)
      const began = Date.now()
      await jobs.add('greet', { to: 'in an hour' }, { delayMs: 3_600_000 })
      await jobs.add('greet', { to: 'delayed' }, { delayMs: 1_000 })
      await jobs.add('greet', { to: 'at once' })
      await eventually(() => expect(seen.map(({ to }) => to).toSorted()).toEqual(['at once', 'delayed']))
      // A timer counts from the time at which the event loop last read the clock, so it may end a little early.
      expect(Date.now() - began).toBeGreaterThan(500)
    })

    it('does a job again and again on a schedule, one however often it is set', async () => {
      const jobs = open()
      /** The times at which jobs were due, in milliseconds. BullMQ writes them at the end of the jobs' ids. */
      const due: number[] = []
      await jobs.every('clock', 'tick', {}, 60_000)
      await jobs.every('clock', 'tick', {}, 100)
      const tick: Handlers<TestJobs>['tick'] = async (_data, { id }) => void due.push(Number(id.split(':').at(-1)))
      await jobs.work({ greet: async () => undefined, tick })
      await eventually(() => expect(due.length).toBeGreaterThanOrEqual(10))
      // The first job may come at once. If there were two schedules, some of the other gaps would be shorter than 100
      // ms.
      const gaps = due.slice(2).map((at, n) => at - (due[n + 1] ?? 0))
      expect(gaps.filter((gap) => !(gap >= 100))).toEqual([])
    })

    it('plans a schedule anew that was planned by a clock that was a year ahead', async () => {
      const jobs = open()
      vi.setSystemTime(Date.now() + 366 * DAY_MS)
      await jobs.every('clock', 'tick', {}, DAY_MS).finally(() => vi.useRealTimers())
      const due: number[] = []
      const tick: Handlers<TestJobs>['tick'] = async (_data, { id }) => void due.push(Number(id.split(':').at(-1)))
      await jobs.work({ greet: async () => undefined, tick })
      await eventually(() => expect(due.filter((at) => at < Date.now() + 2 * DAY_MS)).toHaveLength(1))
      // A second start leaves the schedule as it is.
      await open().work({ greet: async () => undefined, tick })
      await jobs.add('greet', { to: 'the end' })
      await eventually(async () => expect(await jobs.waiting()).toEqual([]))
      expect(due.filter((at) => at < Date.now() + 2 * DAY_MS)).toHaveLength(1)
    })

    it('knows what was done also after jobs of a schedule were done', async () => {
      const jobs = open()
      const seen = new Set<string>()
      const doneTwice: string[] = []
      let ticks = 0
      await jobs.work({
        greet: async (_data, { id }) => void (seen.has(id) ? doneTwice.push(id) : seen.add(id)),
        tick: async () => void ticks++,
      })
      const ids = Array.from({ length: 30 }, (_, n) => `job ${n}`)
      const addAll = () => Promise.all(ids.map((id) => jobs.add('greet', { to: id }, { id })))
      await addAll()
      await eventually(() => expect(seen.size).toBe(ids.length))
      await jobs.every('clock', 'tick', {}, 100)
      await eventually(() => expect(ticks).toBeGreaterThanOrEqual(2))
      await jobs.stopEvery('clock')
      await addAll()
      await jobs.add('greet', { to: 'the last' }, { id: 'the last' })
      await eventually(() => expect(seen).toContain('the last'))
      await eventually(async () => expect(await jobs.waiting()).toEqual([]))
      expect(doneTwice).toEqual([])
    })

    it('ends a schedule, and says which there is', async () => {
      const jobs = open()
      expect(await jobs.schedule('clock')).toBeNull()
      expect(await jobs.stopEvery('clock')).toBe(false)
      await jobs.every('clock', 'tick', {}, 100)
      expect(await jobs.schedule('clock')).toEqual({ id: 'clock', everyMs: 100, data: {} })
      expect(await jobs.stopEvery('clock')).toBe(true)
      expect(await jobs.schedule('clock')).toBeNull()
      let ticks = 0
      await jobs.work({ greet: async () => undefined, tick: async () => void ticks++ })
      await jobs.add('greet', { to: 'the end' }, { delayMs: 500, id: 'end' })
      await eventually(async () => expect(await jobs.waiting()).toEqual([]))
      // The job that was planned before the schedule ended may still be done, but no job after it.
      expect(ticks).toBeLessThanOrEqual(1)
    })

    it('plans a job for an hour of the day in a time zone, in the place of whatever was planned', async () => {
      const jobs = open()
      const seoul = { hour: 3, timeZone: 'Asia/Seoul' }
      await jobs.every('nightly', 'tick', {}, seoul)
      expect(await jobs.schedule('nightly')).toEqual({ id: 'nightly', everyMs: 86_400_000, daily: seoul, data: {} })
      await jobs.every('nightly', 'tick', {}, { ...seoul, hour: 23 })
      expect(await jobs.schedule('nightly')).toMatchObject({ daily: { hour: 23, timeZone: 'Asia/Seoul' } })
      await jobs.every('nightly', 'tick', {}, 3_600_000)
      expect(await jobs.schedule('nightly')).toEqual({ id: 'nightly', everyMs: 3_600_000, data: {} })
      await jobs.stopEvery('nightly')
      expect(await jobs.schedule('nightly')).toBeNull()
    })

    it('says what waits, so that it can be added elsewhere; what is done and what schedules bring do not', async () => {
      const jobs = open()
      const seen = await working(jobs)
      await jobs.add('greet', { to: 'done' }, { id: 'done' })
      await eventually(() => expect(seen).toHaveLength(1))
      await eventually(async () => expect(await jobs.waiting()).toEqual([]))
      await jobs.every('clock', 'tick', {}, 3_600_000)
      const asIf = { correlationId: 'a-trace', attempts: 20, backoffMs: 250, forget: true }
      const began = Date.now()
      await jobs.add('greet', { to: '요한' }, { id: 'with:an id', delayMs: 3_600_000, ...asIf })
      await jobs.add('greet', { to: 'without one' }, { delayMs: 3_600_000 })
      const waiting = (await jobs.waiting()).sort((one, other) => other.attempts - one.attempts)
      expect(waiting).toEqual([
        { name: 'greet', data: { to: '요한' }, id: 'with:an id', notBefore: expect.any(String), ...asIf },
        expect.objectContaining({
          data: { to: 'without one' },
          id: null,
          correlationId: null,
          attempts: 14,
          forget: false,
        }),
      ])
      const later = Date.parse(waiting[0]?.notBefore ?? '') - 3_600_000
      expect(later).toBeGreaterThanOrEqual(began - 1_000)
      expect(later).toBeLessThanOrEqual(Date.now() + 1_000)
    })

    it('tries a job that must be done once a minute, without end', async () => {
      const jobs = open()
      await jobs.add('greet', { to: 'whom it takes long to reach' }, { attempts: UNTIL_DONE, delayMs: 3_600_000 })
      const [{ attempts = 0, backoffMs = 0 } = {}] = await jobs.waiting()
      expect({ attempts, backoffMs }).toEqual({ attempts: UNTIL_DONE, backoffMs: 60_000 })
    })

    it('says of each job that is not done that it waits, also while others before it are done', async () => {
      const jobs = open()
      const all = Array.from({ length: 1_200 }, (_, n) => `job ${n}`)
      await Promise.all(all.map((id) => jobs.add('greet', { to: id }, { id, forget: true })))
      const done = new Set<string>()
      const listed = Promise.withResolvers<void>()
      // The worker does 400 jobs while the test lists the waiting ones. It holds every further job until the list is
      // complete.
      const greet: Handlers<TestJobs>['greet'] = async (_data, { id }) => {
        if (done.size >= 400) return listed.promise
        done.add(id)
      }
      await open().work({ tick: noTick, greet })
      await eventually(() => expect(done.size).toBeGreaterThan(0))
      const waiting = (await jobs.waiting()).map(({ id }) => id)
      listed.resolve()
      expect(all.filter((id) => !done.has(id) && !waiting.includes(id))).toEqual([])
    })

    it('gives a job to another worker when the first one is stopped in the middle', async () => {
      const stopped = open({ lockMs: 1_000 })
      let began = false
      await stopped.work({
        tick: noTick,
        greet: async (_data, { signal }) => {
          began = true
          // The closing worker may take the job again. The job's signal is then aborted already.
          signal.throwIfAborted()
          await new Promise<void>((_, reject) => signal.addEventListener('abort', () => reject(new Error('stopped'))))
        },
      })
      await stopped.add('greet', { to: 'survivor' }, { attempts: 5, backoffMs: 10 })
      await eventually(() => expect(began).toBe(true))
      void stopped.close()
      const seen = await working(open({ lockMs: 1_000 }))
      await eventually(() => expect(seen.map(({ to }) => to)).toEqual(['survivor']))
    })

    it('lets a running job end before it closes', async () => {
      const jobs = open()
      let began = false
      let ended = false
      const released = Promise.withResolvers<void>()
      await jobs.work({
        tick: noTick,
        greet: async () => {
          began = true
          await released.promise
          for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate)
          ended = true
        },
      })
      await jobs.add('greet', { to: 'slow' })
      await eventually(() => expect(began).toBe(true))
      const closed = jobs.close()
      released.resolve()
      await closed
      expect(ended).toBe(true)
    })

    it('shares the work of two processes without doing a job twice', async () => {
      const [one, two] = [open(), open()]
      const [first, second] = [await working(one), await working(two)]
      await Promise.all(Array.from({ length: 40 }, (_, n) => one.add('greet', { to: String(n) })))
      await eventually(() => expect(first.length + second.length).toBe(40))
      expect(new Set([...first, ...second].map(({ to }) => to)).size).toBe(40)
    })
  })
}
