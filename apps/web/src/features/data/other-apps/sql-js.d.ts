/**
 * The parts of sql.js that the app uses, because the package has no types. Source: https://sql.js.org/documentation/
 */
declare module 'sql.js' {
  export type Statement = {
    bind(values: readonly (string | number)[]): boolean
    /** False after the last row. */
    step(): boolean
    getAsObject(): Record<string, unknown>
    reset(): void
  }
  export type Database = {
    prepare(sql: string): Statement
    run(sql: string): Database
    close(): void
  }
  export type SqlJs = { readonly Database: new (file: Uint8Array) => Database }
  export default function initSqlJs(options?: { readonly locateFile: (name: string) => string }): Promise<SqlJs>
}
