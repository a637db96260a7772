/**
 * Whether an address is a page, not a call or a file. An address whose last part has a dot is a file, except that of a
 * tag (Rom. 8), which a person named.
 */
export const isPage = ({ pathname }: Pick<URL, 'pathname'>): boolean =>
  !/^\/(api|language|livez|metrics)(\/|$)/.test(pathname) &&
  (pathname.startsWith('/my-memos/') || !pathname.slice(pathname.lastIndexOf('/')).includes('.'))
