/// <reference lib="webworker" />

import { OWN_ANSWER } from '@pathlight/contracts/answer-rules.ts'
import type { Chapter } from '@pathlight/contracts/bible.ts'
import { cacheNames, type WorkboxPlugin } from 'workbox-core'
import { ExpirationPlugin } from 'workbox-expiration'
import { addPlugins, cleanupOutdatedCaches, matchPrecache, precacheAndRoute } from 'workbox-precaching'
import { registerRoute } from 'workbox-routing'
import { CacheFirst, NetworkFirst } from 'workbox-strategies'
import { keptChapter } from '../bible/kept-texts/kept-chapter.ts'
import { withKeptLetters } from '../bible/kept-texts/kept-references.ts'
import { passagePath, readPassage } from '../bible/passage-path.ts'
import { replaceOlder } from '../device/replace-older.ts'
import { within } from '../device/within.ts'
import { answersOfPage } from './answers-of-page.ts'
import { awayShell } from './away-shell.ts'
import { chapterPage, type KnownVersions } from './chapter-page.ts'
import { keepOlderFiles, OLDER } from './older-files.ts'

// Serves the app where there is no network. Pages come from the server as long as it answers. Without the server, this
// worker and the scripts of a page are of one build; only then does that matter. The worker keeps only answers that the
// server calls public. Calls of a person do not pass through it at all. docs/decisions say why.

declare const self: ServiceWorkerGlobalScope & {
  readonly __WB_MANIFEST: Parameters<typeof precacheAndRoute>[0]
}

/** The page without a text, which the browser renders by itself. */
const SHELL = '/index.html'
const BIBLE = 'bible'
/** A server that has not answered by then is away, in seconds. */
const AWAY_S = 4
/** In milliseconds. */
const REPLACED_WITHIN_MS = 5_000
/** What this worker keeps of texts that were read, beside the versions that were fetched as a whole. */
const MOST_ANSWERS = 2_000
const MOST_FILES = 300

/** Of this build. The build writes it here, once. */
const APP = self.__WB_MANIFEST
/** The addresses of its files. */
const FILES = APP.map((file) => (typeof file === 'string' ? file : file.url))
const TEXTS_WORKER = `/${FILES.find((file) => file.startsWith('assets/texts-worker-')) ?? ''}`

/** Workbox's types leave out that a plugin need not have every method. */
const atMost = (limits: ConstructorParameters<typeof ExpirationPlugin>[0]): WorkboxPlugin =>
  new ExpirationPlugin(limits) as WorkboxPlugin

const isOwn = ({ headers }: Response): boolean => headers.has(OWN_ANSWER)
/** Whether it is an answer of ours, and public: what is a person's own, or a licensed service's, is not kept here. */
const isPublic = (answer: Response): boolean =>
  isOwn(answer) && answer.status === 200 && /\bpublic\b/.test(answer.headers.get('cache-control') ?? '')
/** Whether it is a file of the app, and not the page of a network in its place: that would be kept as long as the build. */
const isFile = (address: string, { status, headers }: Response): boolean =>
  status === 200 && (new URL(address).pathname.endsWith('.html') || !/\bhtml\b/.test(headers.get('content-type') ?? ''))

/** An answer in JSON as the server gives it. */
const answerOfOurs = (value: unknown, init: { readonly status?: number; readonly headers?: HeadersInit } = {}) => {
  const headers = new Headers(init.headers)
  headers.set(OWN_ANSWER, '1')
  return Response.json(value, { ...init, headers })
}
/** What an older build kept: it did not look whose answer it was. */
const ofOlderBuild = async (answer: Response): Promise<Response | undefined> =>
  isOwn(answer)
    ? answer
    : await answer.json().then(
        (value) => answerOfOurs(value),
        () => undefined,
      )

addPlugins([{ cacheWillUpdate: async ({ request, response }) => (isFile(request.url, response) ? response : null) }])
precacheAndRoute(APP, { directoryIndex: null, cleanURLs: false } as unknown as Parameters<typeof precacheAndRoute>[1])
cleanupOutdatedCaches()

/**
 * Whether the server is away: something before it answers, or the browser itself. Where a page's preload meets no server,
 * Firefox gives an answer of the type `error`; the other browsers reject.
 */
const isAway = ({ status, type }: Response): boolean => type === 'error' || [502, 503, 504].includes(status)

/** A chapter of a version that this device keeps as a whole, as the server would answer. */
const keptAnswer = async (address: string): Promise<Response | undefined> => {
  const { pathname, searchParams } = new URL(address)
  if (pathname !== '/api/bible/chapter') return undefined
  const [version, book] = [searchParams.get('version') ?? '', searchParams.get('book') ?? '']
  const chapter = await keptChapter({ version, book, chapter: Number(searchParams.get('chapter')) }).catch(() => null)
  if (chapter === null) return undefined
  if (chapter !== 'no such chapter') return answerOfOurs(await withKeptLetters(chapter).catch(() => chapter))
  return answerOfOurs({ code: 'unknown_chapter', message: `${version} has no such chapter.` }, { status: 404 })
}

/** Texts: from the server while it answers, else as they were read last, else from what the person keeps. */
const texts = new NetworkFirst({
  cacheName: BIBLE,
  networkTimeoutSeconds: AWAY_S,
  matchOptions: { ignoreVary: true },
  plugins: [
    { cacheWillUpdate: async ({ response }) => (isPublic(response) ? response : null) },
    {
      fetchDidSucceed: async ({ response, state }) => {
        if (isOwn(response) && !isAway(response)) return response
        if (state) state.other = response
        throw new Error('Something before the server answered')
      },
      // The page says that something else answered.
      handlerDidError: async ({ state }) => state?.other as Response | undefined,
      cachedResponseWillBeUsed: async ({ request, cachedResponse }) =>
        (cachedResponse && (await ofOlderBuild(cachedResponse))) ?? (await keptAnswer(request.url)),
    },
    atMost({ maxEntries: MOST_ANSWERS, purgeOnQuotaError: true }),
  ],
})
registerRoute(
  ({ url, sameOrigin }) =>
    sameOrigin &&
    /^\/api\/(bible\/(chapter|words|versions|about|reference|daily|cross-references)|lexicon\/\w+)$/.test(url.pathname),
  texts,
)

// Where there is no room for them, this build is not held up.
self.addEventListener('install', (event) =>
  event.waitUntil(keepOlderFiles(FILES, cacheNames.precache).catch(() => undefined)),
)

/** Files that the app fetched beside those that came with this worker: Korean letters, what is seldom used. Their names change with them. */
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/assets/'),
  new CacheFirst({
    cacheName: 'files',
    plugins: [
      { cacheWillUpdate: async ({ request, response }) => (isFile(request.url, response) ? response : null) },
      atMost({ maxEntries: MOST_FILES, purgeOnQuotaError: true }),
      {
        cachedResponseWillBeUsed: async ({ request, cachedResponse }) =>
          cachedResponse ?? (await caches.match(request, { cacheName: OLDER })),
      },
    ],
  }),
)

/** Keeps the answers that a page was rendered from: the page itself belongs to one build, they do not. */
const keepAnswers = async (page: Response): Promise<void> => {
  if (!isPublic(page)) return
  const cache = await caches.open(BIBLE)
  for (const [address, value] of answersOfPage(await page.text()))
    await cache.put(address, answerOfOurs(value, { headers: { 'cache-control': 'public, no-cache' } }))
}

const after = (seconds: number): Promise<null> =>
  new Promise((resolve) => setTimeout(() => resolve(null), seconds * 1000))

/** What was read last of a public call, or what the person keeps that answers it. */
const answerHere = async <T>(path: string): Promise<T | null> => {
  const cache = await caches.open(BIBLE)
  const answer =
    (await cache.match(path, { ignoreVary: true })) ?? (await keptAnswer(new URL(path, location.href).href))
  return answer?.ok ? ((await answer.json()) as T) : null
}

/** The language of the interface on this device. Where the browser does not say what was chosen, the page changes to it. */
const deviceLanguage = async (): Promise<'en' | 'ko'> => {
  const { cookieStore } = self as { cookieStore?: { get(name: string): Promise<{ readonly value: string } | null> } }
  const chosen = (await cookieStore?.get('language').catch(() => null))?.value
  return (chosen || navigator.language).startsWith('ko') ? 'ko' : 'en'
}

/** The page of a chapter that is here, with its words in it: they are seen before the scripts have run. Else null. */
const chapterHere = async (shell: string, language: 'en' | 'ko', pathname: string): Promise<string | null> => {
  const [version, book, chapter] =
    /^\/bible\/([^/]+)\/([^/]+)\/([^/]+)$/.exec(pathname)?.slice(1).map(decodeURIComponent) ?? []
  const place = readPassage({ version, book, chapter })
  if (place.book === null || passagePath({ ...place, book: place.book }) !== pathname) return null
  const asked = new URLSearchParams({ version: place.version, book: place.book, chapter: String(place.chapter) })
  const [text, known] = await Promise.all([
    answerHere<Chapter>(`/api/bible/chapter?${asked}`),
    answerHere<KnownVersions>('/api/bible/versions'),
  ])
  return text && chapterPage(shell, language, text, known)
}

/** The page at an address, with its words where it is a chapter that is here. */
const pageHere = async ({ pathname }: URL): Promise<Response> => {
  const [page, language] = await Promise.all([matchPrecache(SHELL), deviceLanguage()])
  if (!page) return Response.error()
  const headers = new Headers(page.headers)
  for (const name of ['content-length', 'content-encoding', 'etag']) headers.delete(name)
  const shell = awayShell(await page.text(), language, pathname, TEXTS_WORKER)
  const chapter = await chapterHere(shell, language, pathname).catch(() => null)
  return new Response(chapter ?? shell, { headers })
}

/** A page that is opened: the page of the server. Where the server is away, or only something before it answers, it is the shell. */
const open = async (event: FetchEvent, request: Request): Promise<Response> => {
  const asked = (async () => ((await event.preloadResponse) as Response | undefined) ?? (await fetch(request)))()
  const shell = async () => {
    const page = await pageHere(new URL(request.url)).catch(() => null)
    return page ?? (await matchPrecache(SHELL)) ?? Response.error()
  }
  try {
    const answer = await Promise.race([asked, after(AWAY_S)])
    if (answer === null || isAway(answer)) return await shell()
    event.waitUntil(keepAnswers(answer.clone()).catch(() => undefined))
    return answer
  } catch {
    return shell()
  } finally {
    asked.catch(() => undefined)
  }
}
/** Calls and files are no pages: an address whose last part has a dot is a file. */
const isPage = ({ pathname }: URL): boolean =>
  !/^\/(api|language|livez|metrics)(\/|$)/.test(pathname) && !pathname.slice(pathname.lastIndexOf('/')).includes('.')
registerRoute(
  ({ request, url, sameOrigin }) => sameOrigin && request.mode === 'navigate' && isPage(url),
  async ({ event, request }) => open(event as FetchEvent, request),
)

self.addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      await self.registration.navigationPreload?.enable()
      // The page that registered it is served by it from now on.
      await self.clients.claim()
      // No page without a network is one of an older build any more. What asks this worker waits no longer than that.
      await within(REPLACED_WITHIN_MS, replaceOlder()).catch(() => undefined)
    })(),
  )
})

self.addEventListener('message', (event) => {
  const said = event.data as { readonly type?: string; readonly page?: string } | null
  if (said?.type === 'take over') void self.skipWaiting()
  // The page that was there before this worker: it is asked for once more, and has not changed.
  if (said?.type === 'keep' && typeof said.page === 'string')
    event.waitUntil(
      fetch(said.page, { headers: { accept: 'text/html' } })
        .then(keepAnswers)
        .catch(() => undefined),
    )
})
