import { normalForm } from '@pathlight/scripture/normal-form.ts'
/**
 * The form in which emails and usernames are unique and looked up: `Ann@Example.org` and `ann@example.org` are one.
 * NFKC first, so that look-alikes of full width or with ligatures are one, too.
 */
export function nameKey(name: string): string {
  // PostgreSQL stores no NUL; in a name that is looked up it must simply not be found.
  return normalForm(normalForm(name, 'NFKC').toLowerCase(), 'NFKC').trim().replaceAll('\0', '\uFFFD')
}
