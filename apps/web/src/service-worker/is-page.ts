/**
 * Whether an address is a page, not a call or a file. An address whose last part has a dot is a file, except below
 * /my-memos/, because a person may name a tag "Rom. 8".
 */
export const isPage = ({ pathname }: Pick<URL, 'pathname'>): boolean =>
  !/^\/(api|language|livez|metrics)(\/|$)/.test(pathname) &&
  (pathname.startsWith('/my-memos/') || !pathname.slice(pathname.lastIndexOf('/')).includes('.'))
