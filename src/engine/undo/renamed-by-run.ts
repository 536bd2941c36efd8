import { pointer } from "../../../packages/base/json/pointer.ts";
import type { Catalog } from "../../definitions/schema/definition.ts";
import { idKey, isSameObject } from "../../definitions/schema/identity/same-object.ts";
import type { UndoneObject } from "./journal/undo-scope.ts";
import type { PutBack } from "./verdict.ts";

/** What an undo puts back, and what goes. */
interface PutBackAndRemovals {
  readonly putBack: readonly PutBack[];
  readonly removals: readonly UndoneObject[];
}

/**
 * An object that a run has ended or let go of under one name, and taken over or made again under another, goes back to
 * its former name, with its former values: it is one object, and no step ends it.
 */
export function withRenamedByRun({ putBack, removals }: PutBackAndRemovals, catalog: Catalog): PutBackAndRemovals {
  const renamed = new Map(
    putBack.flatMap((former): [PutBack, UndoneObject][] => {
      const present = removals.find(({ record }) => isOneObject(former, record, catalog));
      return present === undefined ? [] : [[former, present]];
    }),
  );
  const moved = new Set(renamed.values());
  return {
    putBack: putBack.map((each) => {
      const present = renamed.get(each);
      return present === undefined ? each : movedBack(each, present);
    }),
    removals: removals.filter((each) => !moved.has(each)),
  };
}

function isOneObject(former: PutBack, present: UndoneObject["record"], catalog: Catalog): boolean {
  const { replaced, record, provider } = former;
  const definition = catalog.resources[present.type];
  if (definition === undefined || record.type !== present.type || provider.cloudId !== present.provider.cloudId)
    return false;
  // What was let go of is named by its id alone.
  if (former.import !== undefined) return idKey(definition, former.import) === idKey(definition, present.identity.id);
  return replaced !== undefined && isSameObject(definition, replaced.identity, present.identity);
}

/** The declaration that moves an object back to its former name and gives it all its former values. */
function movedBack({ replaced: _, import: __, ...former }: PutBack, { record }: UndoneObject): PutBack {
  const names = new Set([...Object.keys(former.record.inputs), ...Object.keys(record.inputs)]);
  return {
    ...former,
    record: { ...former.record, uid: record.uid },
    movedFrom: record.address,
    inverse: { ...former.inverse, paths: [...names].map((name) => pointer("", name)), lost: null },
  };
}
