/** The address of a comparison, which can be bookmarked and shared. */
export const comparePath = (reference: string): string => `/version-comparison?${new URLSearchParams({ reference })}`

/** The reference in a comparison's address. Empty if there is none. */
export const readReference = (search: URLSearchParams): string => (search.get('reference') ?? '').trim()
