/**
 * How an object is taken over, as a part of a sentence; where another one has its name by the record, that one is let
 * go of first.
 */
export function takingOver(type: string, address: string, id: string, isRecorded: boolean): string {
  const command = `\`plumb import ${type} ${address} ${JSON.stringify(id)}\``;
  return isRecorded
    ? `let go of the recorded object with \`plumb state rm ${address}\` and take this one over with ${command}`
    : `take it over with ${command}`;
}
