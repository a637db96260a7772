/** The address of a comparison, to be kept and shared. */
export const comparePath = (reference: string): string => `/version-comparison?${new URLSearchParams({ reference })}`

/** The reference in such an address; empty where there is none. */
export const readReference = (search: URLSearchParams): string => (search.get('reference') ?? '').trim()
