"""A JSON Schema of the part of SARIF 2.1.0 that is written, stricter than the standard's own, which is not copied here.

What is optional in the standard and always written is required, and a property that is not written is refused.
"""

from __future__ import annotations

from typing import Any

Schema = dict[str, Any]


def _text(**more: object) -> Schema:
    return {"type": "string", "minLength": 1, **more}


def _ref(name: str) -> Schema:
    return {"$ref": f"#/$defs/{name}"}


def _list(name: str, least: int = 1) -> Schema:
    return {"type": "array", "minItems": least, "items": _ref(name)}


def _object(properties: Schema, *, optional: tuple[str, ...] = ()) -> Schema:
    required = [name for name in properties if name not in optional]
    return {"type": "object", "additionalProperties": False, "properties": properties, "required": required}


_LEVEL = {"enum": ["none", "note", "warning", "error"]}
_NUMBER = {"type": "integer", "minimum": 1}
_INDEX = {"type": "integer", "minimum": 0}

DEFINITIONS: dict[str, Schema] = {
    "Run": _object(
        {
            "tool": _ref("Tool"),
            "columnKind": {"enum": ["utf16CodeUnits", "unicodeCodePoints"]},
            "originalUriBaseIds": {"type": "object", "additionalProperties": _ref("ArtifactLocation")},
            "invocations": _list("Invocation"),
            "results": _list("Result", 0),
        }
    ),
    "Tool": _object({"driver": _ref("ToolComponent")}),
    "ToolComponent": _object(
        {
            "name": _text(),
            "version": _text(),
            "semanticVersion": _text(pattern=r"^\d+\.\d+\.\d+"),
            "rules": {**_list("ReportingDescriptor"), "uniqueItems": True},
        }
    ),
    "ReportingDescriptor": _object(
        {
            "id": _text(),
            "name": _text(pattern="^([A-Z][a-z0-9]*)+$", maxLength=255),
            "shortDescription": _ref("MultiformatMessageString"),
            "fullDescription": _ref("MultiformatMessageString"),
            "help": _ref("MultiformatMessageString"),
            "helpUri": _text(format="uri"),
            "defaultConfiguration": _ref("ReportingConfiguration"),
            "properties": _object(
                {
                    "precision": {"enum": ["very-high", "high", "medium", "low"]},
                    "problem.severity": {"enum": ["error", "warning", "recommendation"]},
                    "tags": {"type": "array", "maxItems": 10, "uniqueItems": True, "items": _text()},
                }
            ),
        },
        optional=("shortDescription", "fullDescription", "help", "helpUri", "defaultConfiguration", "properties"),
    ),
    "MultiformatMessageString": _object({"text": _text(), "markdown": _text()}, optional=("markdown",)),
    "ReportingConfiguration": _object({"enabled": {"type": "boolean"}, "level": _LEVEL}),
    "Invocation": _object(
        {
            "executionSuccessful": {"type": "boolean"},
            "exitCode": {"enum": [0, 1, 2]},
            "toolExecutionNotifications": _list("Notification", 0),
        }
    ),
    "Notification": _object(
        {
            "descriptor": _ref("ReportingDescriptorReference"),
            "level": _LEVEL,
            "message": _object({"text": {"type": "string"}}),
            "locations": {**_list("Location"), "uniqueItems": True},
        }
    ),
    "ReportingDescriptorReference": _object({"id": _text()}),
    "Result": _object(
        {
            "ruleId": _text(),
            "ruleIndex": _INDEX,
            "level": _LEVEL,
            "message": _ref("Message"),
            "locations": {**_list("Location"), "maxItems": 1},
            "partialFingerprints": {"type": "object", "minProperties": 1, "additionalProperties": _text()},
            "relatedLocations": {**_list("Location"), "uniqueItems": True},
            "codeFlows": _list("CodeFlow"),
            "fixes": {**_list("Fix"), "uniqueItems": True},
            "suppressions": {**_list("Suppression"), "uniqueItems": True},
            "properties": {"type": "object"},
        },
        optional=("relatedLocations", "codeFlows", "fixes", "suppressions"),
    ),
    "Message": _object({"text": {"type": "string"}}),
    "Location": _object(
        {"id": _INDEX, "physicalLocation": _ref("PhysicalLocation"), "message": _ref("Message")},
        optional=("id", "message"),
    ),
    "PhysicalLocation": _object({"artifactLocation": _ref("ArtifactLocation"), "region": _ref("Region")}),
    "ArtifactLocation": _object(
        {
            "uri": _text(format="uri-reference", pattern=r"^[A-Za-z0-9._~/:%-]+$"),
            "uriBaseId": {"const": "%SRCROOT%"},
            "description": _ref("Message"),
        },
        optional=("uri", "uriBaseId", "description"),
    ),
    "Region": _object({"startLine": _NUMBER, "startColumn": _NUMBER, "endLine": _NUMBER, "endColumn": _NUMBER}),
    "CodeFlow": _object({"message": _ref("Message"), "threadFlows": _list("ThreadFlow")}),
    "ThreadFlow": _object({"locations": _list("ThreadFlowLocation")}),
    "ThreadFlowLocation": _object(
        {"location": _ref("Location"), "nestingLevel": _INDEX, "importance": {"const": "essential"}},
        optional=("importance",),
    ),
    "Fix": _object({"description": _ref("Message"), "artifactChanges": {**_list("ArtifactChange"), "uniqueItems": True}}),
    "ArtifactChange": _object({"artifactLocation": _ref("ArtifactLocation"), "replacements": _list("Replacement")}),
    "Replacement": _object({"deletedRegion": _ref("Region"), "insertedContent": _ref("ArtifactContent")}),
    "ArtifactContent": _object({"text": {"type": "string"}}),
    "Suppression": _object(
        {"kind": {"const": "inSource"}, "justification": {"type": "string"}, "location": _ref("Location")}
    ),
}

SCHEMA: Schema = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    **_object({"$schema": _text(format="uri"), "version": {"const": "2.1.0"}, "runs": {**_list("Run"), "maxItems": 1}}),
    "$defs": DEFINITIONS,
}
