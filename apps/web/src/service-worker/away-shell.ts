/**
 * The page of an address while the server is away, without any text: the app renders it. The page tells the app that no server
 * answered (bible/kept-texts/read-or-kept.ts). For a search public/before-scripts.js starts the worker of texts, which opens the
 * texts while the app's scripts load.
 * @param shell index.html, as Vite built it
 * @param language of the interface
 * @param worker the address of the worker of texts
 */
export const awayShell = (shell: string, language: 'en' | 'ko', pathname: string, worker: string): string => {
  const begins = pathname === '/search' ? ` data-worker="${worker}"` : ''
  return shell.replace('lang="en"', `lang="${language}" data-away${begins}`)
}
