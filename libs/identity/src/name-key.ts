/**
 * The form in which emails and usernames are unique and looked up: `Ann@Example.org` and `ann@example.org` are one.
 * NFKC first, so that look-alikes of full width or with ligatures are one, too.
 */
export function nameKey(name: string): string {
  // PostgreSQL stores no NUL; in a name that is looked up it must simply not be found.
  return name.normalize('NFKC').toLowerCase().normalize('NFKC').trim().replaceAll('\0', '\uFFFD')
}
