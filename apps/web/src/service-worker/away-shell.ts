/**
 * The page at an address while the server is away, without its content. The app renders the page, and learns from
 * `data-away` that no server answered. For a search, public/before-scripts.js starts the texts worker, which opens the
 * texts while the app's scripts load.
 * @param shell index.html, as Vite built it
 * @param language of the interface
 * @param worker the address of the texts worker
 */
export const awayShell = (shell: string, language: 'en' | 'ko', pathname: string, worker: string): string => {
  const begins = pathname === '/search' ? ` data-worker="${worker}"` : ''
  return shell.replace('lang="en"', `lang="${language}" data-away${begins}`)
}
