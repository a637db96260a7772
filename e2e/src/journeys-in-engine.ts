import { type App, preparedFolder, startApp } from '@pathlight/testing/app-process.ts'
import { eventually } from '@pathlight/testing/eventually.ts'
import { beforeAll, beforeEach, describe, expect, it, onTestFailed } from 'vitest'
import { isInDatabase, NO_ROOM } from './in-page.ts'
import { openOtherPage } from './other-page.ts'
import { PASSWORD } from './person.ts'

// The journeys for Firefox and WebKit. They use only operations that the drivers of both have.

/** A browser with one page. Selectors are CSS, or XPath if they begin with `//`. */
export type EnginePage = {
  open(address: string): Promise<void>
  /** Runs a function body in the page and returns its result. A promise is awaited. */
  run<T>(body: string, ...args: unknown[]): Promise<T>
  /** Waits until the function body returns a truthy value. */
  until(body: string, ...args: unknown[]): Promise<void>
  /** Waits until the element is visible. */
  see(selector: string): Promise<void>
  press(selector: string): Promise<void>
  type(selector: string, text: string): Promise<void>
  /** A screenshot of the window, as PNG. */
  picture(): Promise<Buffer>
  close(): Promise<void>
}

const button = (name: string) =>
  `//button[@aria-label="${name}" or normalize-space()="${name}"][not(ancestor::*[@hidden])]`
const field = (name: string) =>
  `//*[self::input or self::textarea][@aria-label="${name}" or @id=//label[normalize-space()="${name}"]/@for or ancestor::label[normalize-space()="${name}"]]`
/**
 * An XPath for an element with this text on the page or in a layer over it. Scripts, which may carry the page's state,
 * are left out.
 */
const text = (words: string) => `//body//*[not(self::script)][text()[contains(., "${words}")]]`
const selection = (verse: number) => `//*[@role='toolbar'][@aria-label='Selected words of verse ${verse}']`
/** True once React has hydrated the page. */
const READY = `return Object.keys(document.querySelector('#root > *') ?? {}).some((key) => key.startsWith('__react'))`
const KEPT = `const cache = await caches.open('bible'); return navigator.serviceWorker.controller && (await cache.keys()).some(({ url }) => url.includes(args[0]))`
/** Selects all words of a verse by script, and sends the event that a selection by finger causes. */
const SELECT = `const verse = document.querySelector(".verse[data-verse='" + args[0] + "']")
const walk = document.createTreeWalker(verse, NodeFilter.SHOW_TEXT)
const texts = []; while (walk.nextNode()) if (!walk.currentNode.parentElement.closest('button')) texts.push(walk.currentNode)
getSelection().setBaseAndExtent(texts[0], 0, texts.at(-1), texts.at(-1).length)
document.dispatchEvent(new Event('selectionchange')); return true`
/** Whether an element exists, by its XPath. */
const THERE = 'return document.evaluate(args[0], document, null, XPathResult.BOOLEAN_TYPE, null).booleanValue'
/** Syllables, each with the steps that an input method shows until it is complete. */
const COMPOSED = [
  ['사', ['ㅅ', '사']],
  ['랑', ['ㄹ', '라', '랑']],
] as const
/** Types the syllables into the editor as an input method does. Each step replaces the step before. */
const COMPOSE = `const editor = document.querySelector('.ProseMirror')
const selected = getSelection()
const rest = () => new Promise((resolve) => setTimeout(resolve, 60))
for (const [syllable, steps] of args[0]) {
  editor.dispatchEvent(new CompositionEvent('compositionstart', { bubbles: true, data: '' }))
  for (const step of steps) {
    editor.dispatchEvent(new CompositionEvent('compositionupdate', { bubbles: true, data: step }))
    const { anchorNode, anchorOffset } = selected
    if (step !== steps[0]) selected.setBaseAndExtent(anchorNode, anchorOffset - 1, anchorNode, anchorOffset)
    document.execCommand('insertText', false, step)
    await rest()
  }
  editor.dispatchEvent(new CompositionEvent('compositionend', { bubbles: true, data: syllable }))
  await rest()
}
return editor.textContent`
/**
 * The distinct heights (in pixels) and backgrounds of the controls in the settings. `kinds`: how many sorts of elements
 * they are.
 */
const LOOKS = `const all = [...document.querySelectorAll('main select, main input.field')]
return { kinds: [...new Set(all.map(({ tagName }) => tagName))].length,
  heights: [...new Set(all.map((one) => Math.round(one.getBoundingClientRect().height)))],
  backgrounds: [...new Set(all.map((one) => getComputedStyle(one).backgroundColor))] }`
/** The distance between a book's name and the arrow of its select, in pixels. */
const ARROW = `const select = document.querySelector('select[aria-label="Book"]')
const [name, arrow] = [select.previousElementSibling, select.nextElementSibling]
const words = document.createRange(); words.selectNodeContents(name)
return arrow.getBoundingClientRect().left - words.getBoundingClientRect().right`
/** The distance between the number and the first words of a right-to-left verse, in pixels. */
const GAP = `const article = document.querySelector('article'); article.dir = 'rtl'
const number = document.querySelector('.verse-number')
for (let next = number.nextSibling; next; next = number.nextSibling) next.remove()
number.parentElement.append('فِي الْبَدْءِ')
const words = document.createRange(); words.selectNodeContents(number.nextSibling)
return number.getBoundingClientRect().left - words.getBoundingClientRect().right`

/** Waits half a second and until no animation runs, so that the popup of a selection no longer moves. */
const AT_REST = `await new Promise((resolve) => setTimeout(resolve, 500))
await Promise.all(document.getAnimations().filter(({ effect }) => effect.getComputedTiming().endTime < Infinity).map(({ finished }) => finished.catch(() => null)))
return true`
/**
 * Narrows the text, so that a mark changes its line breaks, and centres an element. Then records the farthest that the
 * element has moved, in pixels, and the number of frames in which it is missing.
 */
const FOLLOW = `for (const text of document.querySelectorAll('.scripture')) text.style.maxWidth = '12rem'
const read = [...document.querySelectorAll(args[0])].at(args[1])
read.scrollIntoView({ block: 'center' })
await new Promise((resolve) => setTimeout(resolve, 500))
const place = read.getBoundingClientRect().top
const followed = (window.followed = { moved: 0, gone: 0, frames: 0, height: document.documentElement.scrollHeight })
const watched = document.body.appendChild(document.createElement('i'))
watched.style.cssText = 'position: fixed; top: 0; height: 1px'
new ResizeObserver(() => {
  followed.frames += 1
  if (!read.isConnected) followed.gone += 1
  followed.moved = Math.max(followed.moved, Math.abs(read.getBoundingClientRect().top - place))
}).observe(watched)
const next = () => { watched.style.width = 1 + followed.frames % 2 + 'px'; requestAnimationFrame(next) }
requestAnimationFrame(next)
return true`
const GROWN = 'return document.documentElement.scrollHeight - window.followed.height > args[0]'

/** Deletes the device's database, as a person does who clears the data of a site. */
const CLEARED = `return await new Promise((resolve, reject) => {
  const asked = indexedDB.deleteDatabase('pathlight')
  asked.onsuccess = () => resolve(true)
  asked.onerror = () => reject(asked.error)
})`

/** Returns the page's address, its text, and the names of its buttons and dialogs. */
const SHOWN = `const pressed = [...document.querySelectorAll('button, [role=dialog]')]
return [location.href, document.body.innerText, ...pressed.map((one) => one.ariaLabel ?? one.innerText)].join('\\n')`

/** Whether a verse's number has a mark. */
const MARKED = `const number = document.querySelector('.verse-number[data-verse="' + args[0] + '"]')
return number.dataset.marked !== undefined`

type Engine = {
  readonly name: string
  /** The name of the program that is missing for this engine. Null if the engine is installed. */
  readonly missing: string | null
  readonly openPage: () => Promise<EnginePage>
}

/** Defines all journeys for one engine. They are skipped if a program of the engine is missing. */
export const journeysIn = ({ name, missing, openPage }: Engine): void => {
  if (missing !== null) console.warn(`SKIPPED: every journey in ${name}. There is no ${missing}`)
  describe.skipIf(missing !== null)(`in ${name}`, () => {
    let app: App
    let page: EnginePage
    beforeEach(() =>
      onTestFailed(async () => {
        console.error(`What ${name} showed:\n${await page.run<string>(SHOWN).catch(String)}`)
      }),
    )
    beforeAll(async () => {
      app = await startApp({ dataDir: preparedFolder({}) })
      page = await openPage()
    })
    const open = async (path: string) => {
      await page.open(`${app.address}${path}`)
      await page.until(READY)
    }

    let cookie = ''
    /** A call of the person's other device. */
    const call = async (method: 'POST' | 'PUT', path: string, data: object) => {
      const headers = { 'content-type': 'application/json', origin: app.address, cookie }
      const answer = await fetch(`${app.address}${path}`, { method, headers, body: JSON.stringify(data) })
      expect(answer.ok).toBe(true)
      return answer
    }
    const logInElsewhere = async () => {
      if (cookie !== '') return
      const session = await call('POST', '/api/auth/login', { email: 'iphone@example.org', password: PASSWORD })
      cookie = session.headers.getSetCookie().join('; ').split(';')[0] ?? ''
    }
    const openNote = async (verse: number) => {
      await page.press(button(`Verse ${verse}`))
      await page.press(`//*[@role='toolbar']${button('Memos')}`)
    }

    /**
     * Selects the words of a verse. Repeats this until the page reacts, because the code that listens for selections
     * loads after the page.
     */
    const select = (verse: number) =>
      eventually(
        async () => {
          await page.run(SELECT, verse)
          await page.run(AT_REST)
          if (!(await page.run<boolean>(THERE, selection(verse)))) throw new Error(`Verse ${verse} is not selected`)
        },
        30_000,
        100,
      )

    it('a chapter is read, a person signs up, writes a note and highlights words', async () => {
      await open('/bible/KJV/John/3')
      await page.see(text('God so loved the world'))
      await page.press(button('Profile'))
      await page.press("//*[@role='menuitem'][normalize-space()='Sign Up']")
      for (const [label, value] of [
        ['Email', 'iphone@example.org'],
        ['Username', 'iphone'],
        ['Password', PASSWORD],
        ['Confirm password', PASSWORD],
      ] as const)
        await page.type(field(label), value)
      await page.press("//*[@role='dialog']//button[normalize-space()='Sign Up']")
      await page.until("return !document.querySelector('[role=dialog]')")
      await openNote(16)
      await page.type(field('Note'), '하나님이 세상을')
      await page.press(button('Save'))
      await page.see(button('1 note on verse 16'))
      // The panel closes a moment after the note is saved. Until then the panel covers the text.
      await page.until("return !document.querySelector('[role=dialog], .reader.opened')")
      await select(17)
      await page.press(`${selection(17)}${button('Highlights')}`)
      await page.until(MARKED, 17)
      await page.until("return (await (await fetch('/api/highlight/user')).json()).length === 1")
    })

    it('a sermon is written in Hangul', async () => {
      await open('/bible/KJV/John/3')
      await page.see(button('1 note on verse 16'))
      await select(16)
      await page.press(`${selection(16)}${button('Sermon')}`)
      await page.type(field('Title'), '사랑의 넓이')
      await page.type(field('Speaker'), '김은혜')
      await page.press('.ProseMirror')
      await page.type('.ProseMirror', '하나님의 ')
      expect(await page.run(COMPOSE, COMPOSED)).toBe('하나님의 사랑')
      await page.see(text('하나님의 사랑'))
      await page.press(button('Save'))
      await page.see(button('1 sermon on verse 16'))
      await open('/my-memos/sermons')
      await page.see(text('사랑의 넓이'))
    })

    it('a number stands apart from its verse where the text runs from right to left', async () => {
      await open('/bible/KJV/Psalms/23')
      const gap = await page.run<number>(GAP)
      expect(gap).toBeGreaterThan(1)
      expect(gap).toBeLessThan(8)
    })

    it('selects are as wide as their words, and look like the fields beside them', async () => {
      await open('/bible/KJV/Psalms/23')
      await page.press('.passage-chip')
      await page.see('select[aria-label="Book"]')
      expect(await page.run<number>(ARROW)).toBeLessThan(8)
      await open('/settings')
      await page.see(button('Save Settings'))
      const { kinds, heights, backgrounds } = await page.run<Record<string, number[]>>(LOOKS)
      expect(kinds).toBe(2)
      expect(heights).toHaveLength(1)
      expect(backgrounds).toHaveLength(1)
    })

    it('pages that follow one another do not stand still, also where a person is signed in', async () => {
      for (const chapter of [1, 2, 3, 3, 3]) {
        await open(`/bible/KJV/John/${chapter}`)
        await page.see(button('Profile'))
      }
    })

    it('what is read stands still in every frame while another device writes above it', async () => {
      await logInElsewhere()
      const note = (verse: number) =>
        call('POST', '/api/note/', {
          ...{ verse_id: 43_004_000 + verse, version: 'WEB', title: null },
          text: 'Above. '.repeat(30),
        })
      const marks = () => `return document.querySelectorAll('[aria-label^="1 note on verse"]').length === args[0]`
      const verses = Array.from({ length: 14 }, (_, index) => index + 2)
      const pages: [path: string, read: string, at: number, write: () => Promise<unknown>, grown: number][] = [
        [
          ...(['/bible/WEB/John/4', ".verse[data-verse='30']", 0] as const),
          async () => {
            for (const verse of verses) await note(verse)
            await page.until(marks(), verses.length)
          },
          10,
        ],
        ['/my-memos/memos', 'main li', -3, () => note(16), 100],
        ['/my-memos/history', 'main li', -3, () => note(17), 50],
      ]
      for (const [path, read, at, write, grown] of pages) {
        await open(path)
        await page.until('return document.querySelectorAll(args[0]).length > 0', read)
        await page.run(AT_REST)
        await page.run(FOLLOW, read, at)
        await write()
        await page.until(GROWN, grown)
        await page.run(AT_REST)
        const { moved, gone, frames } = await page.run<Record<string, number>>('return window.followed')
        expect.soft({ path, gone, moved: Number(moved) > 2 ? moved : 0 }).toEqual({ path, gone: 0, moved: 0 })
        expect(frames).toBeGreaterThan(0)
      }
    })

    it('a log-in page of the network in our place takes nothing: a note waits, lists are there, and it is sent when the network is well', async () => {
      await open('/my-memos/memos')
      await page.see(text('하나님이 세상을'))
      await open('/bible/KJV/John/3')
      await page.until(KEPT, 'chapter')
      await open('/bible/KJV/John/3')
      await page.see(button('1 note on verse 16'))
      await app.kill()
      const network = await openOtherPage(app.address)
      await openNote(19)
      await page.type(field('Note'), 'Written in a hotel.')
      await page.press(button('Save'))
      await page.see(text('Another page answered instead of Pathlight: is there a log-in page of this network?'))
      await page.open(`${app.address}/bible/KJV/John/3`)
      await page.see(text('God so loved the world'))
      await page.see(button('1 note on verse 16'))
      await page.see(button('1 note on verse 19'))
      await page.open(`${app.address}/my-memos/memos`)
      await page.see(text('Written in a hotel.'))
      await page.see(text('하나님이 세상을'))
      await network.close()
      await app.start()
      await open('/my-memos/waiting')
      await page.see(text('Everything is sent'))
      await page.until(`return (await (await fetch('/api/note/user')).text()).includes('Written in a hotel.')`)
    })

    it('what was read is read, and a note is written, after the server was killed', async () => {
      await open('/bible/KJV/John/3')
      await page.until(KEPT, 'chapter')
      await open('/bible/KJV/John/3')
      await page.see(button('1 note on verse 16'))
      await app.kill()
      await page.open(`${app.address}/bible/KJV/John/3`)
      await page.see(text('God so loved the world'))
      await page.until(READY)
      await openNote(18)
      await page.type(field('Note'), 'Written without the server.')
      await page.press(button('Save'))
      await page.see(text('No answer from the server'))
      await page.open(`${app.address}/bible/KJV/John/3`)
      await page.see(button('1 note on verse 18'))
      await app.start()
      await open('/my-memos/waiting')
      await page.see(text('Everything is sent'))
      await open('/my-memos/memos')
      await page.see(text('Written without the server.'))
    })

    it('a note that another device changed meanwhile is compared, and both are kept', async () => {
      const at = { verse_id: 43_003_025, version: 'KJV', title: null }
      await logInElsewhere()
      const { id } = await (await call('POST', '/api/note/', { ...at, text: 'As it was.' })).json()
      await open('/bible/KJV/John/3')
      await page.see(button('1 note on verse 25'))
      await app.kill()
      await page.press(button('1 note on verse 25'))
      await page.press(button('Edit'))
      await page.type(field('Note'), ' Mine.')
      await page.press(button('Save'))
      await page.see(text('No answer from the server'))
      // The page is left, so that it sends nothing before the other device has saved.
      await page.open('about:blank')
      await app.start()
      await call('PUT', `/api/note/detail/${id}`, { title: null, text: 'Theirs.' })
      await open('/my-memos/waiting')
      await page.see(text('Changed elsewhere meanwhile: choose what to keep'))
      await page.see("//ins[contains(., 'Mine')]")
      await page.see("//del[contains(., 'Theirs')]")
      await page.press("//button[starts-with(@aria-label, 'Keep both')]")
      await page.see(text('Everything is sent'))
      for (const words of ['"As it was. Mine."', '"Theirs."'])
        await page.until(`return (await (await fetch('/api/note/user')).text()).includes(args[0])`, words)
    })

    it('words outlast a storage that is cleared, and one that has no room', async () => {
      await open('/bible/KJV/John/3')
      await openNote(30)
      await page.type(field('Note'), 'Before it was cleared')
      const isKept = (word: string) => `return await ${isInDatabase(word)}`
      await page.until(isKept('Before'))
      await page.run(CLEARED)
      // The page stores the words again from its memory, although the person presses no key.
      await page.until(isKept('Before'))
      await page.run(`${NO_ROOM}; return true`)
      await page.type(field('Note'), ', and where there is no room.')
      await page.until('return Object.values(localStorage).some((value) => value.includes(args[0]))', 'no room')
      await open('/bible/KJV/John/3')
      await openNote(30)
      await page.see(text('What you had not saved is back.'))
      const words = 'Before it was cleared, and where there is no room.'
      await page.until(`return document.querySelector('textarea[name=text]').value === args[0]`, words)
      await page.press(button('Save'))
      await page.see(button('1 note on verse 30'))
    })

    it('a whole version and a whole study are read and searched without the server, also what was never opened', async () => {
      await logInElsewhere()
      const words = { title: null, text: 'Whither thou goest, with lamps.' }
      await call('POST', '/api/note/', { verse_id: 8_001_016, version: 'KJV', ...words })
      await open('/settings/data')
      await page.press("//label[contains(., 'Keep offline')]//input[@role='switch']")
      await page.see(text('Kept on this device: '))
      await page.see("//li[contains(., 'KJV')][contains(., 'Kept offline')]")
      await app.kill()
      await page.open(`${app.address}/bible/KJV/Obadiah/1`)
      await page.see(text('the kingdom shall be the LORD'))
      await page.open(`${app.address}/bible/KJV/Ruth/1`)
      await page.see(button('1 note on verse 16'))
      await page.open(`${app.address}/search?query=%22the+kingdom+shall+be%22`)
      await page.see(text('Offline results from KJV'))
      await page.see("//main//*[self::a or self::li][contains(., 'Obadiah')]")
      await page.open(`${app.address}/my-memos/memos`)
      await page.see(text('No answer from the server. This is what this device has.'))
      await page.type(field('Search your notes'), 'lamps')
      await page.until(`return !document.body.innerText.includes('Written without the server.')`)
      await page.see(text('Whither thou goest'))
      await page.close()
    })
  })
}
