import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { eventually } from '@pathlight/testing/eventually.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { appInBrowser } from './app-in-browser.ts'
import { SMALL_CONTROLS } from './in-page.ts'
import { KIND_PAGES } from './pages.ts'
import { DESKTOP, looking, PHONE, setTheme, THEMES } from './person.ts'

const WORDS = {
  en: {
    about: 'About',
    who: 'Who We Are',
    explore: 'Explore Pathlight',
    start: 'Start Your Journey',
    more: 'Read More',
    less: 'Read Less',
    hidden: /only to you|yours alone/,
    free: 'Sign Up for Free',
    signUp: 'Sign Up',
    contact: 'Contact Us',
    name: 'Name',
    email: 'Email',
    message: 'Message',
    robot: 'I am not a robot',
    solved: 'Checked. You can submit now.',
    submit: 'Submit',
    required: 'Please fill in this field.',
    noCaptcha: 'Please complete the CAPTCHA.',
    sent: 'Thank you. Your message has been sent.',
    network: 'An error occurred. Please try again.',
    wrong: 'Something went wrong.',
    home: 'Go home',
    loading: 'Loading...',
    nowhere: 'This path leads nowhere',
    menu: 'Open menu',
    close: 'Close',
    install: 'Install App',
    addToHome: 'Add this app to your Home Screen',
    share: 'Share',
    link: 'Link',
    text: 'Text',
    looks: ['Paper', 'Sepia', 'Night', 'Dawn'],
    savePicture: 'Save picture',
    sharePicture: 'Share picture',
  },
  ko: {
    about: '소개',
    who: '만든 사람',
    explore: '길빛 둘러보기',
    start: '여정 시작하기',
    more: '더 보기',
    less: '접기',
    hidden: /나만의 것/,
    free: '무료로 가입하기',
    signUp: '회원가입',
    contact: '문의하기',
    name: '이름',
    email: '이메일',
    message: '메시지',
    robot: '로봇이 아닙니다',
    solved: '확인했습니다. 이제 보낼 수 있어요.',
    submit: '보내기',
    required: '이 항목을 입력해 주세요.',
    noCaptcha: 'CAPTCHA를 완료해 주세요.',
    sent: '고맙습니다. 메시지를 보냈습니다.',
    network: '오류가 발생했습니다. 다시 시도해 주세요.',
    wrong: '문제가 발생했습니다.',
    home: '홈으로',
    loading: '불러오는 중...',
    nowhere: '이 길은 이어지지 않습니다',
    menu: '메뉴 열기',
    close: '닫기',
    install: '앱 설치',
    addToHome: '이 앱을 홈 화면에 추가하세요',
    share: '공유',
    link: '링크',
    text: '글',
    looks: ['종이', '세피아', '밤', '새벽'],
    savePicture: '그림 저장하기',
    sharePicture: '그림 공유',
  },
} as const

/** Addresses of most routes of the app. */
const ROUTES = [
  '/',
  '/bible/WEB/John/3',
  '/login',
  '/login-redirect',
  '/signup',
  '/search?query=lamp',
  '/version-comparison',
  '/my-memos',
  ...KIND_PAGES,
  '/my-memos/history',
  '/my-memos/waiting',
  '/forgot-password',
  '/reset-password/0000',
  '/email-link/0000',
  '/settings',
  '/settings/account',
  '/settings/data',
  '/admin',
  '/bible/WEB/about',
  '/about/explore-pathlight',
  '/about/who-we-are',
  '/nowhere',
]

/** The natural width of the visible picture in pixels. 0 until the picture has loaded. */
const SEEN_WIDTH = "[...document.querySelectorAll('img')].find((one) => one.checkVisibility())?.naturalWidth ?? 0"

/** The address of the file that the browser chose for the picture. */
const SEEN_FILE = "[...document.querySelectorAll('.app-picture img')].find((one) => one.checkVisibility())?.currentSrc"

/** Matches the title of the error page. */
const CRASHED = `/${WORDS.en.wrong}|${WORDS.ko.wrong}/`
/** Makes each page throw when it sets its title, except the error page. */
const breakPages = (page: Page) =>
  page.addInitScript(
    `Object.defineProperty(document, 'title', { set(said) { if (!${CRASHED}.test(said)) throw new Error('caused by a test') } })`,
  )

describe('the pages about Pathlight', () => {
  let dataDir = ''
  const app = appInBrowser(
    () => ({}),
    async (folder) => {
      dataDir = folder
    },
  )
  const messages = () => {
    const folder = join(dataDir, 'contact')
    return readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'))
  }

  describe.each(['en', 'ko'] as const)('in the language %s', (language) => {
    const words = WORDS[language]

    it('lead from About to each other, to reading and to signing up', async () => {
      const { page, complaints, leave } = await app.newPerson(DESKTOP, looking({ language }))
      await page.goto('/settings')
      await page.getByRole('navigation').getByText(words.about, { exact: true }).click()
      await page.getByRole('link', { name: words.explore }).click()
      await page.waitForURL('**/about/explore-pathlight')
      const more = page.getByRole('button', { name: words.more })
      expect(await page.getByText(words.hidden).isVisible()).toBe(false)
      await more.click()
      await page.getByText(words.hidden).waitFor()
      await page.getByRole('button', { name: words.less }).click()
      expect(await page.getByText(words.hidden).isVisible()).toBe(false)
      await expect.poll(() => page.getByRole('main').getByRole('heading', { level: 3 }).count()).toBe(6)
      await expect.poll(() => page.getByRole('main').locator('ol > li').count()).toBe(4)
      const picture = page.locator('.app-picture img:visible')
      await picture.scrollIntoViewIfNeeded()
      await eventually(async () => expect(await page.evaluate(SEEN_WIDTH)).toBeGreaterThan(600))
      for (const theme of THEMES) {
        await setTheme(page, theme)
        await picture.scrollIntoViewIfNeeded()
        const name = new RegExp(`/reader-${language}-${theme}-(720|1440)[^/]*\\.avif$`)
        await eventually(async () => expect(await page.evaluate(SEEN_FILE)).toMatch(name))
      }
      await page.getByRole('button', { name: words.free }).click()
      await page.getByRole('dialog').getByRole('heading', { name: words.signUp }).waitFor()
      await page.keyboard.press('Escape')
      await page.getByRole('link', { name: words.start }).click()
      await page.waitForURL('**/bible/**')
      expect(complaints).toEqual([])
      await leave()
    })

    it('have a form by which a message is sent, by keyboard', async () => {
      const { page, complaints, leave } = await app.newPerson(DESKTOP, looking({ language }))
      await page.goto('/about/who-we-are')
      await page.getByRole('heading', { name: words.contact }).waitFor()
      const [name, email, message] = [words.name, words.email, words.message].map((label) =>
        page.getByLabel(label, { exact: true }),
      )
      if (!(name && email && message)) throw new Error('no fields')
      await expect.poll(() => message.getAttribute('rows')).toBe('4')
      await expect.poll(() => email.getAttribute('type')).toBe('email')
      await page.getByRole('button', { name: words.submit }).click()
      await expect.poll(() => page.getByText(words.required).count()).toBe(3)
      await name.fill(`Kim ${language}`)
      await page.keyboard.press('Tab')
      await page.keyboard.type('kim@example.org')
      await page.keyboard.press('Tab')
      await page.keyboard.type('Hello.\n고맙습니다.')
      await page.getByRole('button', { name: words.submit }).click()
      await page.getByRole('alert').getByText(words.noCaptcha).waitFor()
      await page.getByLabel(words.robot).focus()
      await page.keyboard.press('Space')
      await page.getByRole('status').getByText(words.solved).waitFor()
      await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      await page.getByRole('status').getByText(words.sent).waitFor()
      await expect.poll(() => message.inputValue()).toBe('')
      await eventually(() =>
        expect(messages().filter((text) => text.startsWith(`From: Kim ${language} <kim@example.org>`))).toHaveLength(1),
      )
      expect(messages().join()).toContain('Hello.\n고맙습니다.')
      expect(complaints).toEqual([])
      await leave()
    })

    it('say that a message did not go out, and keep what was written', async () => {
      const { page, leave } = await app.newPerson(PHONE, looking({ language }))
      await page.goto('/about/who-we-are')
      await page.route('**/api/contact/', (route) => route.abort())
      await page.getByLabel(words.name, { exact: true }).fill('Kim')
      await page.getByLabel(words.email, { exact: true }).fill('kim@example.org')
      await page.getByLabel(words.message, { exact: true }).fill('Hello')
      await page.getByLabel(words.robot).check()
      await page.getByText(words.solved).waitFor()
      await page.getByRole('button', { name: words.submit }).click()
      await page.getByRole('alert').getByText(words.network).waitFor()
      await expect.poll(() => page.getByLabel(words.message, { exact: true }).inputValue()).toBe('Hello')
      // The CAPTCHA's checkbox (aria-busy) may be small, because a press on its label does the same.
      const small = await page.evaluate<string[]>(SMALL_CONTROLS)
      expect(small.filter((control) => !control.includes('aria-busy'))).toEqual([])
      await leave()
    })

    it('give way to a page that says so where one breaks, on every route, and leads back', async () => {
      const { page, leave } = await app.newPerson(DESKTOP, looking({ language }))
      await breakPages(page)
      for (const path of ROUTES) {
        await page.goto(path)
        await page.getByRole('alert').getByText(words.wrong).waitFor()
        expect(await page.getByRole('navigation').first().isVisible(), path).toBe(true)
        await expect.poll(() => page.getByRole('link', { name: words.home }).getAttribute('href')).toBe('/')
      }
      await leave()
    })

    it('are told from addresses at which there is nothing', async () => {
      const { page, leave } = await app.newPerson(DESKTOP, looking({ language }))
      const answer = await page.goto('/about/nobody')
      expect(answer?.status()).toBe(404)
      await page.getByRole('heading', { level: 1, name: words.nowhere }).waitFor({ state: 'attached' })
      await page.getByRole('main').getByRole('link', { name: words.home }).click()
      await page.waitForURL(`${app.address}/`)
      await leave()
    })

    it('show that it is loading until it is known who is signed in', async () => {
      const { page, leave } = await app.newPerson(DESKTOP, looking({ language }))
      await page.context().addCookies([{ name: 'pathlight_signed_in', value: '1', url: app.address }])
      const known = Promise.withResolvers<void>()
      await page.route('**/api/auth/', async (route) => {
        await known.promise
        await route.continue()
      })
      await page.goto('/my-memos')
      await page.getByText(words.loading).first().waitFor()
      known.resolve()
      await page.getByText(words.loading).first().waitFor({ state: 'detached' })
      await leave()
    })
  })

  it.each(['en', 'ko'] as const)('are in the menu of a phone, too, in the language %s', async (language) => {
    const words = WORDS[language]
    const { page, leave } = await app.newPerson(PHONE, looking({ language }))
    const follow = async (name: string) => {
      await page.getByRole('button', { name: words.menu }).tap()
      await page.getByRole('link', { name, exact: true }).tap()
    }
    await page.goto('/search?query=lamp')
    await follow(words.who)
    await page.waitForURL('**/about/who-we-are')
    await follow(words.explore)
    await page.waitForURL('**/about/explore-pathlight')
    await leave()
  })

  it('keep what is written and sent before their scripts have come', async () => {
    const { page, leave } = await app.newPerson(DESKTOP)
    const late = Promise.withResolvers<void>()
    // The `goto` of newPerson's page waits for the scripts, so the test opens a plain page.
    const slow = await page.context().newPage()
    await slow.route('**/assets/*.js', async (route) => {
      await late.promise
      await route.continue()
    })
    await slow.goto('/about/who-we-are', { waitUntil: 'commit' })
    await slow.getByLabel('Name', { exact: true }).fill('Early')
    await slow.getByLabel('Message', { exact: true }).fill('Before the scripts')
    await slow.getByRole('button', { name: 'Submit' }).click()
    expect(new URL(slow.url()).search).toBe('')
    late.resolve()
    // The email is the only field that is not filled in.
    await slow.getByText('Please fill in this field.').waitFor()
    await expect.poll(() => slow.getByText('Please fill in this field.').count()).toBe(1)
    await expect.poll(() => slow.getByLabel('Message', { exact: true }).inputValue()).toBe('Before the scripts')
    await leave()
  })

  it.each(['en', 'ko'] as const)('offer the app to be installed when the browser does, once: %s', async (language) => {
    const words = WORDS[language]
    const { page, leave } = await app.newPerson(DESKTOP, looking({ language }))
    await page.goto('/')
    const offer = `(() => {
      const event = new Event('beforeinstallprompt')
      event.prompt = () => { document.documentElement.dataset.prompted = 'yes'; return Promise.resolve() }
      dispatchEvent(event)
    })()`
    // The page listens for the event only a moment after hydration, so the event is sent repeatedly.
    const close = page.getByRole('complementary').getByRole('button', { name: words.close })
    await expect
      .poll(async () => {
        await page.evaluate(offer)
        return close.isVisible()
      })
      .toBe(true)
    await close.click()
    expect(await page.getByRole('button', { name: words.install }).count()).toBe(0)
    await page.evaluate(offer)
    await page.getByRole('button', { name: words.install }).click()
    await expect.poll(() => page.locator('html').getAttribute('data-prompted')).toBe('yes')
    expect(await page.getByRole('button', { name: words.install }).count()).toBe(0)
    await leave()
  })

  it.each(['en', 'ko'] as const)(
    'tell iPhones how the app comes to the home screen, until it is closed, for seven days: %s',
    async (language) => {
      const words = WORDS[language]
      const userAgent =
        'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'
      const { page, leave } = await app.newPerson({ ...PHONE, userAgent }, looking({ language }))
      await page.goto('/')
      const hint = page.getByText(words.addToHome, { exact: true })
      await hint.waitFor()
      await page.getByRole('complementary').getByRole('button', { name: words.close }).click()
      await page.reload()
      expect(await hint.count()).toBe(0)
      await page.evaluate("localStorage.setItem('ios-install-hint-closed', String(Date.now() - 604800000))")
      await page.reload()
      await hint.waitFor()
      await leave()
    },
  )

  it('name themselves, their pictures and their other language to search engines and previews', async () => {
    const html = async (path: string) =>
      (await fetch(`${app.address}${path}`, { headers: { accept: 'text/html' } })).text()
    for (const path of ['/', '/about/explore-pathlight', '/about/who-we-are', '/version-comparison']) {
      const page = await html(path)
      expect(page).toContain(`<link rel="canonical" href="${app.address}${path}">`)
      for (const language of ['en', 'ko'])
        expect(page).toContain(`hreflang="${language}" href="${app.address}${path}?lang=${language}"`)
      expect(page).toContain(`hreflang="x-default" href="${app.address}${path}"`)
      const korean = await html(`${path}?lang=ko`)
      expect(korean).toContain('<html lang="ko"')
      expect(korean).toContain(`<link rel="canonical" href="${app.address}${path}?lang=ko">`)
    }
    const chapter = await html('/bible/WEB/John/3?verse=16')
    expect(chapter).toContain('"@type":"Chapter"')
    for (const page of [chapter, await html('/')]) {
      const picture = /<meta property="og:image" content="([^"]+)">/.exec(page)?.[1]?.replaceAll('&amp;', '&') ?? ''
      const answer = await fetch(picture)
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png'])
      expect(Buffer.from(await answer.arrayBuffer()).readUInt32BE(16)).toBe(1_200)
    }
    expect(chapter).toContain('verse=16')
    const sitemap = await html('/sitemap-pages.xml')
    expect(sitemap).toContain('/about/who-we-are</loc>')
  })

  it.each(['en', 'ko'] as const)(
    'share the verse of the day and a chosen verse: as link, text and picture, in the language %s',
    async (language) => {
      const words = WORDS[language]
      const { page, complaints, leave } = await app.newPerson(DESKTOP, looking({ language }))
      const dialog = page.getByRole('dialog')
      const press = (name: string) => dialog.getByRole('button', { name, exact: true }).click()
      const clipboard = () => page.evaluate<string>('navigator.clipboard.readText()')
      await page.goto('/')
      await page.getByRole('button', { name: words.share }).click()
      await eventually(async () => expect(await page.evaluate(SEEN_WIDTH)).toBe(1_080))
      await page.keyboard.press('Escape')

      await page.goto('/bible/WEB/Psalms/117')
      await page.locator(".verse-number[data-verse='1']").first().click()
      await page.getByRole('toolbar').getByRole('button', { name: words.share }).click()
      await press(words.link)
      await eventually(async () => expect(await clipboard()).toBe(`${app.address}/bible/WEB/Psalms/117?verse=1#v1`))
      await press(words.text)
      const text = /^Praise Yahweh[\s\S]*Psalm 117:1 \(WEB\)\nhttp/
      await eventually(async () => expect(await clipboard()).toMatch(text))
      for (const look of words.looks) {
        await dialog.getByRole('radio', { name: look }).check({ force: true })
        await eventually(async () => expect(await page.evaluate(SEEN_WIDTH)).toBe(1_080))
      }
      const [saved] = await Promise.all([page.waitForEvent('download'), press(words.savePicture)])
      expect(saved.suggestedFilename()).toBe('Psalm 117.1 WEB.png')
      expect(complaints).toEqual([])
      await leave()
    },
  )

  it.each(['en', 'ko'] as const)(
    'hand what is shared to the system where it takes it, in the language %s',
    async (language) => {
      const words = WORDS[language]
      const { page, leave } = await app.newPerson(PHONE, looking({ language }))
      await page.addInitScript(`
      globalThis.handed = []
      navigator.canShare = () => true
      navigator.share = async ({ url, text, files }) => { handed.push(url ?? text ?? files.map(({ name, type, size }) => name + ' ' + type + ' ' + (size > 10000)).join()) }
    `)
      await page.goto('/bible/WEB/Psalms/117')
      await page.locator(".verse-number[data-verse='1']").first().tap()
      await page.getByRole('toolbar').getByRole('button', { name: words.share }).tap()
      const handed = () => page.evaluate<string[]>('handed')
      for (const [n, name] of [words.link, words.text, words.sharePicture].entries()) {
        await page.getByRole('dialog').getByRole('button', { name, exact: true }).tap()
        await eventually(async () => expect(await handed()).toHaveLength(n + 1))
      }
      const [link, text, picture] = await handed()
      expect(link).toBe(`${app.address}/bible/WEB/Psalms/117?verse=1#v1`)
      expect(text).toContain('Psalm 117:1 (WEB)')
      expect(picture).toBe('Psalm 117.1 WEB.png image/png true')
      await leave()
    },
  )
})

describe('a CAPTCHA of a third party', () => {
  const asked: string[] = []
  const server = createServer((request, response) => {
    let form = ''
    request.on('data', (part) => {
      form += part
    })
    request.on('end', () => {
      asked.push(form)
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"success":true}')
    })
  })
  beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)))
  afterAll(() => server.close())
  const app = appInBrowser(() => ({
    CAPTCHA: 'turnstile',
    CAPTCHA_SITE_KEY: 'public',
    CAPTCHA_SECRET: 'ours',
    CAPTCHA_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}/siteverify`,
  }))

  it('is shown under our policy, and its answer is checked', async () => {
    const { page, complaints, leave } = await app.newPerson(DESKTOP)
    // A stand-in for Turnstile's script, as its documentation describes it: the script calls the function named by
    // `onload`, and renders into an element.
    await page.route('https://challenges.cloudflare.com/**', (route) =>
      route.fulfill({
        contentType: 'text/javascript',
        body: `window.turnstile = { render(place, { sitekey, callback }) {
          const button = document.createElement('button')
          button.type = 'button'
          button.textContent = 'Widget of ' + sitekey
          button.onclick = () => callback('solved')
          place.append(button)
        } }
        window[new URL(document.currentScript.src).searchParams.get('onload')]()`,
      }),
    )
    await page.goto('/about/who-we-are')
    await page.getByRole('button', { name: 'Widget of public' }).click()
    await page.getByLabel('Name', { exact: true }).fill('Kim')
    await page.getByLabel('Email', { exact: true }).fill('kim@example.org')
    await page.getByLabel('Message', { exact: true }).fill('Hello')
    await page.getByRole('button', { name: 'Submit' }).click()
    await page.getByText('Thank you. Your message has been sent.').waitFor()
    expect(new URLSearchParams(asked[0]).get('response')).toBe('solved')
    expect(complaints).toEqual([])
    await leave()
  })
})
