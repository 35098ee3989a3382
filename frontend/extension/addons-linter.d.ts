/** The linter of addons.mozilla.org, as far as we call it: the package has no types. */
declare module 'addons-linter' {
  type Found = { code: string; message: string; file?: string }
  type Linter = { run(): Promise<{ errors: Found[]; warnings: Found[]; notices: Found[] }> }
  const linter: { createInstance(options: { config: object; runAsBinary: false }): Linter }
  export default linter
}
