/** What is said of an import whose object is another one than its declaration names; both identities stand in it. */
export function otherIdentity(address: string, declared: string, imported: string): string {
  return (
    `\`${address}\` is declared as \`${declared}\`, and \`${imported}\` is another object; ` +
    `import \`${declared}\`, or declare what you import`
  );
}
