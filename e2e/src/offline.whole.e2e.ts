import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { appInBrowser } from './app-in-browser.ts'
import { DESKTOP, openNotes, PHONE, signUp, untilServed, verse } from './person.ts'
import { opened, readOffline } from './read-offline.ts'

const app = appInBrowser()
const allowed = { serviceWorkers: 'allow' } as const

readOffline('at a desk', DESKTOP)
readOffline('on a phone', PHONE)

describe('somebody who writes', () => {
  it('reads their notes and writes without the server; it goes out when the server is back, also from another page', async () => {
    const { page, leave } = await app.newPerson({ ...DESKTOP, ...allowed })
    await page.goto('/bible/KJV/John/3')
    await signUp(page, 'lydia')
    await openNotes(page, 16)
    await page.getByLabel('Note', { exact: true }).fill('Written with the server.')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('button', { name: '1 note on verse 16' }).waitFor()
    await untilServed(page)
    await page.reload({ waitUntil: 'networkidle' })
    await page.getByRole('button', { name: '1 note on verse 16' }).waitFor()
    await app.kill()
    const context = page.context()
    await page.close()
    const away = await opened(context, '/bible/KJV/John/3')
    await away.getByRole('button', { name: '1 note on verse 16' }).click()
    await away.getByText('Written with the server.').waitFor()
    await away.keyboard.press('Escape')
    await openNotes(away, 17)
    await away.getByLabel('Note', { exact: true }).fill('Written without it.')
    await away.getByRole('button', { name: 'Save' }).click()
    await away.getByText(/No answer from the server/).waitFor()
    await away.close({ runBeforeUnload: false })
    const later = await opened(context, '/bible/KJV/John/3')
    await later.getByRole('button', { name: '1 note on verse 17' }).waitFor()
    await app.start()
    await later.goto('/my-memos/memos')
    await later.getByText('Written without it.').waitFor()
    await later.getByText('Not sent yet').first().waitFor({ state: 'detached' })
    await later.reload()
    await later.getByText('Written without it.').waitFor()
    await leave()
  })
})

describe('the service worker', () => {
  it('keeps nothing that is not public, and no page', async () => {
    const { page, leave } = await app.newPerson({ ...DESKTOP, ...allowed })
    await page.goto('/bible/KJV/Ruth/1')
    await untilServed(page)
    const addresses = await page.evaluate<string[]>(
      'caches.keys().then((names) => Promise.all(names.map((name) => caches.open(name).then((cache) => cache.keys())))).then((all) => all.flat().map(({ url }) => new URL(url).pathname))',
    )
    const api = addresses.filter((path) => path.startsWith('/api/'))
    expect(new Set(api)).toEqual(new Set(['/api/bible/chapter', '/api/bible/versions']))
    expect(addresses.filter((path) => path.startsWith('/bible/'))).toEqual([])
    await leave()
  })

  it('is taken back by the switch, and what it kept goes with it', async () => {
    const { page, leave } = await app.newPerson({ ...DESKTOP, ...allowed })
    await page.goto('/bible/KJV/Ruth/2')
    await untilServed(page)
    await app.kill()
    await app.start({ SERVICE_WORKER: 'off' })
    try {
      await page.goto('/bible/KJV/Ruth/3')
      // `waitForFunction` uses `eval`, which the page's content security policy refuses.
      await expect.poll(() => page.evaluate('caches.keys()')).toEqual([])
      // The service worker unregisters itself and reloads the page. The page is then without a worker.
      await expect.poll(() => page.evaluate('navigator.serviceWorker.controller')).toBeNull()
      await page.goto('/bible/KJV/Ruth/4')
      expect(await page.evaluate('navigator.serviceWorker.controller')).toBeNull()
      await verse(page, 1).waitFor()
    } finally {
      await app.kill()
      await app.start({ SERVICE_WORKER: 'on' })
    }
    await leave()
  })
})

/**
 * Screens from Apple's Human Interface Guidelines (Layout, Specifications): width and height in points, scale, and the
 * size of the picture in pixels. iOS shows a picture only if it matches the screen exactly.
 */
const IOS_SCREENS = [
  [375, 667, 2, [750, 1334]],
  [390, 844, 3, [1170, 2532]],
  [440, 956, 3, [1320, 2868]],
  [1024, 1366, 2, [2048, 2732]],
] as const

/**
 * The launch picture of an iPhone: its size and media query, the colour at its corner, the number of its colours, and
 * whether it has a colour of the drawing. Null if the page names no launch picture.
 */
const LAUNCH_PICTURE = `(async () => {
  const link = document.querySelector('link[rel=apple-touch-startup-image]')
  if (!link) return null
  const image = new Image()
  image.src = link.href
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = image.naturalWidth; canvas.height = image.naturalHeight
  const context = canvas.getContext('2d')
  context.drawImage(image, 0, 0)
  const { data } = context.getImageData(0, 0, canvas.width, canvas.height)
  // Each number has red in its lowest byte, then green, blue and alpha.
  const colors = new Set(new Uint32Array(data.buffer))
  return { width: canvas.width, height: canvas.height, media: link.media, corner: [...data.slice(0, 3)].join(), colors: colors.size,
    hasDrawing: colors.has(0xff126ab5) }
})()`

describe('who installs the app', () => {
  it('has a picture of its own drawing while it starts on an iPhone or iPad, as large as the screen that Apple names', async () => {
    const here = IOS_SCREENS.map(async ([width, height, deviceScaleFactor, picture]) => {
      const screen = { width, height }
      const { page, leave } = await app.newPerson({ ...PHONE, viewport: screen, screen, deviceScaleFactor })
      await page.addInitScript("Object.defineProperty(navigator, 'standalone', { value: false })")
      await page.goto('/')
      await expect
        .poll(() => page.evaluate(LAUNCH_PICTURE))
        .toMatchObject({
          ...{ width: picture[0], height: picture[1], media: '(orientation: portrait)' },
          ...{ corner: '251,250,247', hasDrawing: true },
        })
      await leave()
    })
    await Promise.all(here)
  })

  it('has its name in their language, icons for every shape, short cuts, and a place for words that another app shares', async () => {
    for (const [language, name] of [
      ['en', /^Pathlight/],
      ['ko', /^길빛/],
    ] as const) {
      const manifest = await (await fetch(`${app.address}/manifest.${language}.webmanifest`)).json()
      expect(manifest).toMatchObject({ name: expect.stringMatching(name), lang: language, display: 'standalone' })
      const icons = manifest.icons as { src: string; sizes: string; purpose?: string }[]
      expect(icons.filter(({ purpose }) => purpose === 'maskable').map(({ sizes }) => sizes)).toEqual([
        '192x192',
        '512x512',
      ])
      for (const { src, sizes } of icons) {
        const { width, height } = await sharp(
          Buffer.from(await (await fetch(app.address + src)).arrayBuffer()),
        ).metadata()
        if (sizes !== 'any') expect(`${width}x${height}`).toBe(sizes)
      }
      const shortcuts = manifest.shortcuts as { url: string }[]
      expect(shortcuts.map(({ url }) => url)).toEqual(['/bible-reading', '/search', '/my-memos/memos'])
      for (const { url } of shortcuts) expect((await fetch(app.address + url)).status, url).toBe(200)
    }
    const { page, leave } = await app.newPerson(PHONE)
    const { share_target: target } = await (await fetch(`${app.address}/manifest.en.webmanifest`)).json()
    await page.goto(`${target.action}?${target.params.text}=the+light+shineth`)
    await page.getByText('the light shineth in darkness').first().waitFor()
    await leave()
  })

  it('sees it before, on a phone and at a desk, in both languages: pictures of the size that the manifest says', async () => {
    for (const language of ['en', 'ko']) {
      const manifest = await (await fetch(`${app.address}/manifest.${language}.webmanifest`)).json()
      const shots = manifest.screenshots as { src: string; sizes: string; form_factor: string }[]
      expect(shots.map(({ form_factor }) => form_factor).toSorted()).toEqual(['narrow', 'wide'])
      for (const { src, sizes } of shots) {
        const picture = Buffer.from(await (await fetch(app.address + src)).arrayBuffer())
        const { width, height } = await sharp(picture).metadata()
        expect(`${width}x${height}`).toBe(sizes)
      }
    }
  })
})
