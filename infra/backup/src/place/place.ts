export type Stored = { readonly name: string; readonly at: Date; readonly bytes: number }

/** Where backups are kept: a folder or a bucket. Names have one folder, such as `objects/1f2e…`. */
export interface Place {
  /** How an operator knows it. */
  readonly address: string
  /** Whole or not at all. It is on the disk when this resolves. */
  put(name: string, bytes: Uint8Array): Promise<void>
  /** undefined where there is none. */
  get(name: string): Promise<Buffer | undefined>
  list(folder: string): Promise<Stored[]>
  /** A repetition changes nothing. */
  remove(name: string): Promise<void>
}
