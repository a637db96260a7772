/**
 * What the rest of the system must know of an event type without knowing the type: the version of its shape (from 1;
 * one higher for each shape shipped) and which fields are personal, to be sealed under the user's key.
 */
export type EventCatalog<Type extends string = string> = Readonly<
  Record<Type, { readonly schemaVersion: number; readonly personal: readonly string[] }>
>
