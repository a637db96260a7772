/// <reference lib="webworker" />

import { OWN_ANSWER } from '@pathlight/contracts/answer-rules.ts'
import type { Chapter } from '@pathlight/contracts/bible.ts'
import { cacheNames, registerQuotaErrorCallback, type WorkboxPlugin } from 'workbox-core'
import { addPlugins, cleanupOutdatedCaches, matchPrecache, precacheAndRoute } from 'workbox-precaching'
import { registerRoute } from 'workbox-routing'
import { CacheFirst, NetworkFirst } from 'workbox-strategies'
import { keptChapter } from '../bible/kept-texts/kept-chapter.ts'
import { withKeptLetters } from '../bible/kept-texts/kept-references.ts'
import { passagePath, readPassage } from '../bible/passage-path.ts'
import { READ_TEXTS } from '../device/device-form.ts'
import { replaceOlder } from '../device/replace-older.ts'
import { within } from '../device/within.ts'
import { answersOfPage } from './answers-of-page.ts'
import { awayShell } from './away-shell.ts'
import { chapterPage, type KnownVersions } from './chapter-page.ts'
import { isPage } from './is-page.ts'
import { keepAtMost } from './keep-at-most.ts'
import { keepOlderFiles, OLDER } from './older-files.ts'

// Serves the app without a network. While the server answers, pages come from the server. Otherwise this worker makes
// the page, from the files of its own build. Of the server's answers to calls it stores only those that the server
// calls public. Personal calls never pass through this worker (decision 25).

declare const self: ServiceWorkerGlobalScope & {
  readonly __WB_MANIFEST: Parameters<typeof precacheAndRoute>[0]
}

/** The app's page without content. The browser renders the content. */
const SHELL = '/index.html'
/** The cache of app files that are not in this worker's list. */
const MORE_FILES = 'files'
/** The time after which a server without an answer counts as away, in seconds. */
const AWAY_S = 4
/** The time limit for fetching an open page once more to store its answers, in milliseconds. */
const KEPT_WITHIN_MS = 60_000
/** The most time that the activation spends on taking over the databases of older builds, in milliseconds. */
const REPLACED_WITHIN_MS = 5_000
/** The most answers about texts in this worker's cache. Complete versions are stored elsewhere. */
const MOST_ANSWERS = 2_000
const MOST_FILES = 300

/** The files of this build. The build inserts the list. */
const APP = self.__WB_MANIFEST
const FILES = APP.map((file) => (typeof file === 'string' ? file : file.url))
const TEXTS_WORKER = `/${FILES.find((file) => file.startsWith('assets/texts-worker-')) ?? ''}`

/** A Workbox plugin that limits a cache to `most` entries whenever an answer is stored. */
const atMost = (most: number): WorkboxPlugin => ({ cacheDidUpdate: ({ cacheName }) => keepAtMost(cacheName, most) })
for (const name of [READ_TEXTS, MORE_FILES]) registerQuotaErrorCallback(() => caches.delete(name))

const isOwn = ({ headers }: Response): boolean => headers.has(OWN_ANSWER)
/**
 * Whether an answer is from Pathlight and public. Personal answers, and those of a licensed service, are not stored.
 */
const isPublic = (answer: Response): boolean =>
  isOwn(answer) && answer.status === 200 && /\bpublic\b/.test(answer.headers.get('cache-control') ?? '')
/** Whether an answer is a file of the app. A network's log-in page must not be stored in place of a file. */
const isFile = (address: string, { status, headers }: Response): boolean =>
  status === 200 && (new URL(address).pathname.endsWith('.html') || !/\bhtml\b/.test(headers.get('content-type') ?? ''))

/** A JSON answer with the header of Pathlight's own answers. */
const answerOfOurs = (value: unknown, init: { readonly status?: number; readonly headers?: HeadersInit } = {}) => {
  const headers = new Headers(init.headers)
  headers.set(OWN_ANSWER, '1')
  return Response.json(value, { ...init, headers })
}
/**
 * A stored answer with the header of Pathlight's own answers. An older build stored answers without the header.
 * Undefined if such an answer is not JSON.
 */
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
 * Whether a gateway or the browser itself answered because the server is away. If no server answers a page's preload,
 * Firefox returns an answer of the type `error`, and other browsers reject.
 */
const isAway = ({ status, type }: Response): boolean => type === 'error' || [502, 503, 504].includes(status)

/** Answers a call for a chapter from a complete version on this device. Undefined if this device cannot answer. */
const keptAnswer = async (address: string): Promise<Response | undefined> => {
  const { pathname, searchParams } = new URL(address)
  if (pathname !== '/api/bible/chapter') return undefined
  const [version, book] = [searchParams.get('version') ?? '', searchParams.get('book') ?? '']
  const chapter = await keptChapter({ version, book, chapter: Number(searchParams.get('chapter')) }).catch(() => null)
  if (chapter === null) return undefined
  if (chapter !== 'no such chapter') return answerOfOurs(await withKeptLetters(chapter).catch(() => chapter))
  return answerOfOurs({ code: 'unknown_chapter', message: `${version} has no such chapter.` }, { status: 404 })
}

/**
 * Texts come from the server. If it does not answer within AWAY_S, its last stored answer is used, or else a complete
 * version on this device.
 */
const texts = new NetworkFirst({
  cacheName: READ_TEXTS,
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
      // If this device has no answer and something other than Pathlight answered, the page gets that answer.
      handlerDidError: async ({ state }) => state?.other as Response | undefined,
      cachedResponseWillBeUsed: async ({ request, cachedResponse }) =>
        (cachedResponse && (await ofOlderBuild(cachedResponse))) ?? (await keptAnswer(request.url)),
    },
    atMost(MOST_ANSWERS),
  ],
})
registerRoute(
  ({ url, sameOrigin }) =>
    sameOrigin &&
    /^\/api\/(bible\/(chapter|words|versions|about|reference|daily|cross-references)|lexicon\/\w+)$/.test(url.pathname),
  texts,
)

// If there is no room for the older files, the installation continues.
self.addEventListener('install', (event) =>
  event.waitUntil(keepOlderFiles(FILES, cacheNames.precache).catch(() => undefined)),
)

/**
 * App files that are not in this worker's list, such as Korean fonts. A file's name changes with its content, so a
 * stored file is never out of date.
 */
registerRoute(
  ({ url, sameOrigin }) => sameOrigin && url.pathname.startsWith('/assets/'),
  new CacheFirst({
    cacheName: MORE_FILES,
    plugins: [
      { cacheWillUpdate: async ({ request, response }) => (isFile(request.url, response) ? response : null) },
      atMost(MOST_FILES),
      {
        cachedResponseWillBeUsed: async ({ request, cachedResponse }) =>
          cachedResponse ?? (await caches.match(request, { cacheName: OLDER })),
      },
    ],
  }),
)

/**
 * Stores the answers from which a page was rendered. The page itself is not stored, because it belongs to one build.
 */
const keepAnswers = async (page: Response): Promise<void> => {
  if (!isPublic(page)) return
  const cache = await caches.open(READ_TEXTS)
  for (const [address, value] of answersOfPage(await page.text()))
    await cache.put(address, answerOfOurs(value, { headers: { 'cache-control': 'public, no-cache' } }))
}

const after = (seconds: number): Promise<null> =>
  new Promise((resolve) => setTimeout(() => resolve(null), seconds * 1000))

/**
 * The stored answer of a public call, otherwise an answer made from a complete version on this device. Null if there is
 * neither.
 */
const answerHere = async <T>(path: string): Promise<T | null> => {
  const cache = await caches.open(READ_TEXTS)
  const answer =
    (await cache.match(path, { ignoreVary: true })) ?? (await keptAnswer(new URL(path, location.href).href))
  return answer?.ok ? ((await answer.json()) as T) : null
}

/**
 * The language of the interface on this device. If the browser does not tell the worker which language the person
 * chose, the result may be the other language. The page then switches after it has loaded.
 */
const deviceLanguage = async (): Promise<'en' | 'ko'> => {
  const { cookieStore } = self as { cookieStore?: { get(name: string): Promise<{ readonly value: string } | null> } }
  const chosen = (await cookieStore?.get('language').catch(() => null))?.value
  return (chosen || navigator.language).startsWith('ko') ? 'ko' : 'en'
}

/**
 * The page of a chapter with its words, which are visible before the scripts have run. Null if the address is not a
 * chapter's, or if this device does not have the chapter.
 */
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

/** The page at an address without the server, with the words of a chapter if this device has the chapter. */
const pageHere = async ({ pathname }: URL): Promise<Response> => {
  const [page, language] = await Promise.all([matchPrecache(SHELL), deviceLanguage()])
  if (!page) return Response.error()
  const headers = new Headers(page.headers)
  for (const name of ['content-length', 'content-encoding', 'etag']) headers.delete(name)
  const shell = awayShell(await page.text(), language, pathname, TEXTS_WORKER)
  const chapter = await chapterHere(shell, language, pathname).catch(() => null)
  return new Response(chapter ?? shell, { headers })
}

/** Answers a navigation with the server's page, or with a page made on this device if the server is away. */
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
registerRoute(
  ({ request, url, sameOrigin }) => sameOrigin && request.mode === 'navigate' && isPage(url),
  async ({ event, request }) => open(event as FetchEvent, request),
)

self.addEventListener('activate', (event) => {
  event.waitUntil(
    (async () => {
      await self.registration.navigationPreload?.enable()
      // From now on this worker serves the page that registered it.
      await self.clients.claim()
      // This worker's offline pages do not use the older builds' databases, which are now copied and deleted. Requests
      // wait until the activation ends, so the activation waits at most REPLACED_WITHIN_MS for this.
      await within(REPLACED_WITHIN_MS, replaceOlder()).catch(() => undefined)
    })(),
  )
})

self.addEventListener('message', (event) => {
  const said = event.data as { readonly type?: string; readonly page?: string } | null
  if (said?.type === 'take over') void self.skipWaiting()
  // The page opened before this worker was installed, or deleted this worker's answers at the end of a session
  // (device/seen-answers.ts). The worker fetches the page once more and stores the answers in it.
  if (said?.type === 'keep' && typeof said.page === 'string')
    event.waitUntil(
      fetch(said.page, { headers: { accept: 'text/html' }, signal: AbortSignal.timeout(KEPT_WITHIN_MS) })
        .then(keepAnswers)
        .catch(() => undefined),
    )
})
