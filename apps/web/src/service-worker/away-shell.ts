/**
 * The page of an address where the server is away, as far as no text is written into it: the app renders it by itself. It is told
 * that no server answered (bible/kept-texts/read-or-kept.ts). On the page of a search public/before-scripts.js starts the
 * worker of texts, which opens what is kept while the app's scripts come: it has opened it before the page asks.
 * @param shell index.html, as Vite built it
 * @param language of the interface
 * @param worker the address of the worker of texts
 */
export const awayShell = (shell: string, language: 'en' | 'ko', pathname: string, worker: string): string => {
  const begins = pathname === '/search' ? ` data-worker="${worker}"` : ''
  return shell.replace('lang="en"', `lang="${language}" data-away${begins}`)
}
