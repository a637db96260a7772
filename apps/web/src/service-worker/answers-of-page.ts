const STATE = /<script type="application\/json" id="state">([\s\S]*?)<\/script>/

type Query = {
  readonly queryKey: readonly unknown[]
  readonly state: { readonly status: string; readonly data?: unknown }
}

/** The address of the call that a query's data answers, or null if no other page needs the answer. */
const addressOf = ([area, what, version, book, chapter]: readonly unknown[]): string | null => {
  if (area !== 'bible') return null
  if (what === 'versions') return '/api/bible/versions'
  if (what !== 'chapter') return null
  return `/api/bible/chapter?${new URLSearchParams({ version: String(version), book: String(book), chapter: String(chapter) })}`
}

/**
 * The answers from which the server rendered a page (`stateOf` in app/document.ts), each with its address. Empty if the
 * server did not render the page.
 */
export const answersOfPage = (html: string): readonly (readonly [address: string, value: unknown])[] => {
  try {
    const state = JSON.parse(STATE.exec(html)?.[1] ?? 'null') as { readonly queries?: readonly Query[] } | null
    return (state?.queries ?? []).flatMap(({ queryKey, state: { status, data } }) => {
      const address = addressOf(queryKey)
      return status === 'success' && address !== null ? [[address, data] as const] : []
    })
  } catch {
    return []
  }
}
