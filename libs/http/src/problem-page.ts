import type { FastifyRequest } from 'fastify'
import Negotiator from 'negotiator'
import type { HttpProblem } from './problem.ts'

/** The Korean sentences. In English the page shows the problem's own message. */
const KOREAN = {
  busy: '지금은 요청이 너무 많아 페이지를 열 수 없습니다. 잠시 뒤에 다시 시도해 주세요.',
  broken: '문제가 생겨 페이지를 열 수 없습니다. 잠시 뒤에 다시 시도해 주세요.',
}
const WORDS = {
  en: { title: 'Pathlight', again: 'Try again' },
  ko: { title: '길빛', again: '다시 시도' },
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Browsers open this call as a page, because another site sends people to it: an OIDC provider. */
    isPage?: true
  }
}

const wantsPage = ({ method, url, headers, routeOptions }: FastifyRequest): boolean =>
  method === 'GET' &&
  (routeOptions.config?.isPage === true || !/^\/api(?:[/?]|$)/.test(url)) &&
  headers.accept?.includes('text/html') === true

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/**
 * A problem as an HTML page that loads no other file. People see it if they open an address while the server cannot
 * show the app. Null for other problems, and for programs, which get problem+json.
 */
export const problemPage = (problem: HttpProblem, request: FastifyRequest): string | null => {
  const isBusy = problem.status === 503 || problem.status === 429
  if (!wantsPage(request) || (!isBusy && problem.status < 500)) return null
  const chosen = request.cookies?.language
  const preferred = new Negotiator({ headers: request.headers }).language(['en', 'ko'])
  const language = chosen === 'ko' || chosen === 'en' ? chosen : preferred === 'ko' ? 'ko' : 'en'
  const { title, again } = WORDS[language]
  const words = language === 'ko' ? KOREAN[isBusy ? 'busy' : 'broken'] : problem.message
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title}</title>
</head>
<body>
<main>
<h1>${title}</h1>
<p>${escaped(words)}</p>
<p><a href="">${again}</a></p>
</main>
</body>
</html>
`
}
