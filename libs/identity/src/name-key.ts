import { normalForm } from '@pathlight/scripture/normal-form.ts'
/**
 * The form in which emails and usernames are unique: `Ann@Example.org` and `ann@example.org` are the same. Because of
 * NFKC, full-width forms and ligatures equal plain letters, too.
 */
export function nameKey(name: string): string {
  // PostgreSQL cannot store NUL. It is replaced, so that a search for a name with NUL finds nothing instead of failing.
  return normalForm(normalForm(name, 'NFKC').toLowerCase(), 'NFKC').trim().replaceAll('\0', '\uFFFD')
}
