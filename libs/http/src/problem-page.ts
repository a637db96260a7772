import type { FastifyRequest } from 'fastify'
import Negotiator from 'negotiator'
import type { HttpProblem } from './problem.ts'

/** In English the problem's own sentence is better. */
const KOREAN = {
  busy: '지금은 요청이 너무 많아 페이지를 열 수 없습니다. 잠시 뒤에 다시 시도해 주세요.',
  broken: '문제가 생겨 페이지를 열 수 없습니다. 잠시 뒤에 다시 시도해 주세요.',
}
const WORDS = {
  en: { title: 'Pathlight', again: 'Try again' },
  ko: { title: '길빛', again: '다시 시도' },
}

const isWanted = ({ method, url, headers }: FastifyRequest): boolean =>
  method === 'GET' && !/^\/api(?:[/?]|$)/.test(url) && headers.accept?.includes('text/html') === true

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/**
 * The problem as a page that needs nothing else from the server, for a person who opened an address in a browser while the app's own
 * pages cannot be shown. null where they can, and where the client is a program, which reads problem+json.
 */
export const problemPage = (problem: HttpProblem, request: FastifyRequest): string | null => {
  const isBusy = problem.status === 503 || problem.status === 429
  if (!isWanted(request) || (!isBusy && problem.status < 500)) return null
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
