import { normalForm } from '@pathlight/scripture/normal-form.ts'
/**
 * The form in which emails and usernames are unique and found: `Ann@Example.org` and `ann@example.org` are one. NFKC first, so that
 * full-width forms and ligatures are one with plain letters, too.
 */
export function nameKey(name: string): string {
  // PostgreSQL stores no NUL. A name with one must simply not be found.
  return normalForm(normalForm(name, 'NFKC').toLowerCase(), 'NFKC').trim().replaceAll('\0', '\uFFFD')
}
