import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { HistoryKind } from '@pathlight/contracts/kind-rules.ts'
import { overlayNames } from '@pathlight/contracts/kind-shapes.ts'
import { type App, startApp } from '@pathlight/testing/app-process.ts'
import { eventually } from '@pathlight/testing/eventually.ts'
import { ask, signUpOver } from '@pathlight/testing/over-http.ts'
import { listenTo } from '@pathlight/testing/server-sent-events.ts'
import type { WriteKind } from '@pathlight/web/api/pending-write.ts'
import type { StudyChange } from '@pathlight/web/study/keep-study.ts'
import { newDisk } from '@pathlight/web/testing/new-disk.ts'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type AnyItem, KINDS_IN_BROWSER, type MadeUp } from './kinds/kind-in-browser.ts'

// A program that makes the edits of a week as one person with a desk and a phone, without a browser. Each device has
// the app's own outbox, offline study and database. A device may go offline, lose answers, reload, or be killed.

const SEED = 20_261_126
const EDITS = 2_000

/** Pseudo-random numbers (mulberry32), which are the same in each run. */
const seeded = (seed: number) => {
  let state = seed
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (most: number) => Math.floor(next() * most)
  return {
    below,
    chance: (of: number) => next() < of,
    one: <T>(some: readonly T[]): T => some[below(some.length)] as T,
  }
}
const random = seeded(SEED)

type Person = { readonly id: string; readonly username: string; readonly email: string }

/** Loads the app's modules afresh, as a newly opened page does. */
const openModules = async () => {
  vi.resetModules()
  const [
    request,
    problems,
    queries,
    writes,
    work,
    study,
    kept,
    items,
    here,
    restoring,
    settings,
    { KINDS },
    { OFFLINE_KINDS, ANSWERS_HERE },
  ] = await Promise.all([
    import('@pathlight/web/api/request.ts'),
    import('@pathlight/web/api/api-problem.ts'),
    import('@pathlight/web/api/query-client.ts'),
    import('@pathlight/web/api/pending-writes.ts'),
    import('@pathlight/web/device/kept-work.ts'),
    import('@pathlight/web/study/keep-study.ts'),
    import('@pathlight/web/study/kept-study.ts'),
    import('@pathlight/web/device/kept-items.ts'),
    import('@pathlight/web/study/answers-here.ts'),
    import('@pathlight/web/api/restore-call.ts'),
    import('@pathlight/web/session/write-settings.ts'),
    import('@pathlight/web/app/kinds.ts'),
    import('@pathlight/web/app/offline-kinds.ts'),
  ])
  const kinds = await Promise.all(
    OFFLINE_KINDS.map(async (kept) => {
      const kind = KINDS.find(({ name }) => name === kept.name)
      const exported = Object.values((await kind?.writes()) as object)
      const writes = exported.find((value) => value.history === kept.history && value.call) as WriteKind<AnyItem>
      // Only an item whose kind has drafts has a text that a person types.
      return { writes, kept, isWritten: kind?.drafts !== undefined }
    }),
  )
  return {
    ...request,
    ...problems,
    ...queries,
    ...writes,
    ...work,
    ...study,
    ...kept,
    ...items,
    ...restoring,
    ...settings,
    itemsHere: here.itemsHere,
    answer: ANSWERS_HERE,
    kinds,
  }
}
type Modules = Awaited<ReturnType<typeof openModules>>

type Device = {
  readonly cookie: string
  readonly disk: IDBFactory
  isOnline: boolean
  page: Modules & { isThere: boolean }
}

let app: App
let person: Person
beforeAll(async () => {
  app = await startApp()
})
afterAll(() => app?.stop())

const open = async (device: Omit<Device, 'page'>): Promise<Device['page']> => {
  vi.stubGlobal('indexedDB', device.disk)
  const page = { ...(await openModules()), isThere: true }
  page.sendBy(async (path, init) => {
    const reach = () => {
      if (!device.isOnline || !page.isThere) throw new TypeError('fetch failed')
    }
    reach()
    const headers = { ...(init.headers as Record<string, string>), cookie: device.cookie }
    const answer = await fetch(app.address + path, { ...init, headers })
    // The server applies the write, but the answer is lost.
    if (init.method && random.chance(0.03)) throw new TypeError('fetch failed')
    reach()
    return answer
  })
  page.queryClient.setQueryData(page.SESSION_KEY, person)
  await page.keptWork.open()
  // The database is opened now, so that the modules use this device's database.
  await page.studyKept(person.id)
  return page
}

/** Closes the page. A killed page loses work that it has not finished. */
const leave = async ({ page }: Device, isKilled: boolean): Promise<void> => {
  if (!isKilled) await page.keptWork.settled()
  page.isThere = false
  page.pendingWrites.close()
}

const study = (page: Modules, names: ReadonlySet<string> | null, upTo: string) =>
  page.keepStudy({
    ...{ person: person.id, kinds: page.kinds.map(({ kept }) => kept), changed: names && { names, upTo } },
    ...{ say: () => undefined, isStill: () => true, signal: new AbortController().signal, now: () => 'today' },
  })

/** The ids of items that were restored to an earlier state. Their earlier words may appear again. */
const restored = new Set<string>()
/** How often an earlier state was restored, and how often a setting was changed. */
const made = { restored: 0, settings: 0 }

/** Writes that were refused because the other device had changed the same item. */
let conflicts = 0

/** Decides each refused write: drops it, or sends this device's words over the other device's. */
const decide = ({ page }: Device): void => {
  for (const write of page.pendingWrites.unsent(person.id)) {
    const { key, kind, state, base } = write
    const wanted = write.wanted as AnyItem | null
    const { writes, isWritten } = page.kinds.find(({ kept }) => kept.name === kind) ?? {}
    // The server never refuses a new item whose words a person typed.
    if (state.status === 'failed') expect([kind, base === null && isWritten]).not.toEqual([kind, true])
    if (state.status === 'failed' || state.status === 'gone') page.pendingWrites.drop(key)
    if (state.status !== 'conflict') continue
    conflicts += 1
    const current = state.current as AnyItem
    // If the server has these words already, the write is a repeat whose answer was lost. That must not be a conflict.
    if (wanted !== null && isWritten && !restored.has(write.itemId))
      expect([current.text, current.title]).not.toEqual([wanted.text, wanted.title])
    if (!writes || wanted === null || random.chance(0.5)) page.pendingWrites.drop(key)
    else page.pendingWrites.add(writes, person.id, { base: current, wanted }, key)
  }
}

/** Sends the whole outbox, and decides each refused write, until no write is unsent. */
const send = async (device: Device): Promise<void> => {
  const { pendingWrites } = device.page
  for (;;) {
    const waiting = pendingWrites.unsent(person.id)
    if (waiting.length === 0) return
    if (waiting.some(({ state }) => state.status === 'waiting' || state.status === 'sending')) {
      pendingWrites.wake()
      await new Promise<void>((resolve) => {
        const end = pendingWrites.subscribe(() => {
          end()
          resolve()
        })
      })
    } else decide(device)
  }
}

/** The log position of the person's last change. */
const lastChange = async ({ page }: Device): Promise<string> => {
  const { changes } = await page.read<{ changes: { position: string }[] }>('/api/history?limit=1')
  return changes[0]?.position ?? '0'
}

/** The live stream after a position. Like the app, opens it again after a busy server has refused it. */
const openStream = ({ cookie }: Device, after: string) =>
  eventually(async () => {
    const stream = await listenTo(`${app.address}/api/sync?after=${after}`, { cookie })
    if (stream.status === 503) throw new Error('The server is busy')
    return stream
  })

/** Applies the changes since the device's last position, as the live stream reports them. */
const catchUp = async (device: Device): Promise<void> => {
  const { page } = device
  const last = await lastChange(device)
  const kept = await page.studyKept(person.id)
  const known = kept?.position ?? '0'
  if (BigInt(known) >= BigInt(last)) return
  const stream = await openStream(device, known)
  await expect.poll(() => stream.told().some(({ id }) => BigInt(id ?? 0) >= BigInt(last)), { interval: 5 }).toBe(true)
  await stream.leave()
  const messages = stream.told().map(({ data }) => data as unknown as StudyChange & { kinds?: readonly string[] })
  const isWhole = messages.every(({ kinds }) => kinds === undefined)
  const kinds = page.kinds.map(({ kept }) => kept)
  if (isWhole && (await page.changeStudy(person.id, kinds, messages))) return
  // `changeStudy` needs the item of each message. Without it the changed kinds are fetched, as in the app.
  const changed = kinds.filter(({ history }) => !isWhole || messages.some(({ kind }) => kind === history))
  await study(page, new Set(changed.map(({ name }) => name)), last)
}

let written = 0
const madeUp = (): MadeUp => ({
  ...{ person: person.id, below: random.below, one: random.one, now: () => new Date().toISOString() },
  words: () => `Words ${written++} of ${random.one(['love', 'light', 'bread', 'water'])}`,
  verse: () => 43_003_001 + random.below(36),
})

const tags = () => ['grace', 'hope', '길'].filter(() => random.chance(0.3))

/** Restores an earlier state of a recently changed or removed item. Only the server can do that. */
const restore = async ({ page, isOnline }: Device): Promise<void> => {
  if (!isOnline) return
  type Change = { readonly kind: HistoryKind; readonly id: string }
  type Revision = { readonly revision: number; readonly action: string }
  try {
    const { changes } = await page.read<{ changes: readonly Change[] }>('/api/history?limit=50')
    const items = changes.filter(({ kind }) => kind !== 'settings')
    if (items.length === 0) return
    const { kind, id } = random.one(items)
    const { revisions } = await page.read<{ revisions: readonly Revision[] }>(`/api/history/${kind}/${id}`)
    const [latest, ...earlier] = revisions
    const wanted = earlier.filter(({ action }) => action !== 'removed')
    if (!latest || wanted.length === 0) return
    restored.add(id)
    const { method, path, body } = page.restoreCall(kind, id, random.one(wanted).revision)
    await page.writeServed(method, path, { body, ifMatch: latest.revision, idempotencyKey: crypto.randomUUID() })
    made.restored += 1
  } catch (error) {
    // Status 0: the answer was lost. 409: another item has the place. 412: the item has changed since its history was
    // read.
    if (!(error instanceof page.ApiProblem) || ![0, 409, 412].includes(error.status)) throw error
  }
}

/** The highlight colour that each device chose last. */
const colors = new Map<Device, string>()
const chooseColor = (device: Device): void => {
  const highlightColor = `#${(0x10_00_00 + random.below(0xe0_00_00)).toString(16)}`
  device.page.writeSettings(person.id, { highlightColor })
  colors.set(device, highlightColor)
  made.settings += 1
}

/**
 * Adds, changes or removes a random item. In a few cases undoes its change at once, restores an earlier state, or
 * changes a setting. A change of a setting is rare, because it makes the devices fetch whole kinds.
 */
const edit = async (device: Device): Promise<void> => {
  if (random.chance(0.01)) return chooseColor(device)
  if (random.chance(0.04)) return restore(device)
  const { page } = device
  const { writes, kept } = random.one(page.kinds)
  const items = (await page.itemsHere(person.id, kept)).items as readonly AnyItem[]
  const found = items.length > 0 ? random.one(items) : null
  const path = found && kept.kind.pathOf?.(found)
  const whole = path ? ((await page.answer(person.id, path))?.value as AnyItem | undefined) : null
  // The list lacks the content of sermons, so the content comes from the complete item.
  const item = found && (found.content === undefined && whole ? { ...whole, ...found, content: whole.content } : found)
  const turn = random.below(10)
  const { make, edit: change } = KINDS_IN_BROWSER[kept.name].week
  if (item === null || turn < 4) {
    const wanted = make(madeUp())
    // A page does not offer a bookmark that exists already.
    if (items.some(({ id }) => id === wanted.id)) return
    page.pendingWrites.add(writes, person.id, { base: null, wanted })
  } else if (turn < 8) {
    const wanted = { ...(change?.(item, madeUp()) ?? item), tags: tags() }
    const key = page.pendingWrites.add(writes, person.id, { base: item, wanted })
    if (random.chance(0.15)) page.pendingWrites.undo(writes, key, item)
  } else page.pendingWrites.add(writes, person.id, { base: item, wanted: null })
}

const byId = (items: readonly AnyItem[]) => items.toSorted((a, b) => a.id.localeCompare(b.id))

/** All items on a device by kind, and the items on a chapter. */
const onDevice = async ({ page }: Device) => {
  const all: Record<string, readonly AnyItem[]> = {}
  for (const { kept } of page.kinds) {
    const found = await page.keptItems.ofKind(person.id, kept.name)
    all[kept.name] = byId((found?.found ?? []).map(({ item, whole }) => (whole ?? item) as AnyItem))
  }
  const chapter = (await page.answer(person.id, '/api/overlay?book=John&chapter=3'))?.value
  return { all, chapter: idsOn(chapter as unknown as Record<string, readonly AnyItem[]>) }
}
const idsOn = (overlay: Readonly<Record<string, readonly AnyItem[]>> | undefined) =>
  overlayNames.map((name) => byId(overlay?.[name] ?? []).map(({ id }) => id))

/** All items on the server by kind, and the items on a chapter. */
const onServer = async (device: Device) => {
  const { page } = device
  const all: Record<string, readonly AnyItem[]> = {}
  for (const { kept } of page.kinds) {
    const items: AnyItem[] = []
    for (let path: string | null = kept.kind.path; path !== null; ) {
      const answer: { value: readonly AnyItem[]; next: string | null } = await page.readServed(path)
      items.push(...answer.value)
      path = answer.next
    }
    all[kept.name] = byId(items)
  }
  return { all, chapter: idsOn(await page.read('/api/overlay?book=John&chapter=3')) }
}

const settingsOnServer = ({ page }: Device) =>
  page.read<{ settings: { readonly highlightColor: string } }>('/api/users/settings')

const run = promisify(execFile)
const CLI = join(import.meta.dirname, '../../apps/standalone/src/projections-cli.ts')

it(`after ${EDITS} edits on two devices both have what the server has, and what it has when it is made anew`, async () => {
  const { cookie, id } = await signUpOver(app.address, 'weekly')
  person = { id, username: 'weekly', email: 'weekly@example.org' }
  const login = await ask(app.address, 'POST', '/api/auth/login', {
    body: { email: person.email, password: 'Lamp4myfeet!' },
  })
  const cookieOfOther = login.headers.get('set-cookie')?.split(';')[0] ?? ''
  const devices: Device[] = []
  for (const own of [cookie, cookieOfOther]) {
    const device = { cookie: own, disk: newDisk(), isOnline: true }
    const opened: Device = Object.assign(device, { page: await open(device) })
    await study(opened.page, null, '0')
    devices.push(opened)
  }
  const [desk, phone] = devices as [Device, Device]

  for (let nth = 0; nth < EDITS; nth += 1) {
    const device = random.one(devices)
    await edit(device)
    const turn = random.below(100)
    if (turn < 4) device.isOnline = !device.isOnline
    else if (turn < 7) {
      await leave(device, turn === 6)
      device.page = await open(device)
    } else if (turn < 20 && device.isOnline) {
      await send(device)
      await catchUp(device)
    }
  }

  for (const device of [desk, phone, desk, phone]) {
    device.isOnline = true
    await send(device)
    await catchUp(device)
  }
  const served = await onServer(desk)
  expect(Math.min(...Object.values(served.all).map((items) => items.length))).toBeGreaterThan(5)
  expect(await onDevice(desk)).toEqual(served)
  expect(await onDevice(phone)).toEqual(served)
  expect(conflicts).toBeGreaterThan(10)
  expect(Math.min(made.restored, made.settings)).toBeGreaterThan(5)
  const { settings } = await settingsOnServer(desk)
  expect([...colors.values()]).toContain(settings.highlightColor)
  // Each change is in the history once, even if it was sent twice.
  const seen: string[] = []
  for (let path: string | null = '/api/history?limit=200'; path !== null; ) {
    const { changes, next }: { changes: Record<string, string>[]; next: string | null } = await desk.page.read(path)
    for (const change of changes) seen.push([change.kind, change.id, change.revision].join(' '))
    path = next === null ? null : `/api/history?limit=200&before=${next}`
  }
  expect(seen.length).toBeGreaterThan(EDITS / 4)
  expect(new Set(seen).size).toBe(seen.length)

  const env = { PATH: process.env.PATH ?? '', DATA_DIR: app.dataDir }
  await run(process.execPath, ['--disable-warning=ExperimentalWarning', CLI, 'rebuild', 'all'], { env })
  expect(await onServer(phone)).toEqual(served)
  expect((await settingsOnServer(phone)).settings).toEqual(settings)
  const fresh = { cookie, disk: newDisk(), isOnline: true }
  const third: Device = Object.assign(fresh, { page: await open(fresh) })
  await study(third.page, null, '0')
  expect(await onDevice(third)).toEqual(served)
})
