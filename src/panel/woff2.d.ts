declare module '*.woff2' {
  /** Where the file is. */
  const path: string
  export default path
}
